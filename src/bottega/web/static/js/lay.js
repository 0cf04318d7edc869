// Lays a table and goes there.
import { post } from "./api.js";

/** @typedef {{ kind: "me" | "open" } | { kind: "here" | "machine", name: string }} Seat */
/**
 * What POST /api/tables takes.
 * @typedef {{ game: string, seats: Seat[], options?: Record<string, string>, shuffle?: boolean, clock?: object,
 *   listed?: boolean, hints?: boolean, fits?: boolean, match?: boolean }} Wanted
 */

/** @param {Wanted} wanted */
export async function lay(wanted) {
  const { id } = await post("/api/tables", wanted);
  location.assign(`/t/${id}`);
}
