// Pictures of the table as the server draws them: of now, and of every moment before.
import { get } from "../api.js";
import { currentTheme } from "../theme.js";

/** @typedef {import("../types.js").Picture} Picture */

const KEPT = 40;

export class Pictures {
  /** @param {string} table */
  constructor(table) {
    this._table = table;
    /** @type {Map<string, Promise<Picture>>} */
    this._kept = new Map();
  }

  /**
   * @param {number} ply after so many moves
   * @param {number} seat whose eyes, -1: nobody's in particular
   * @param {boolean} isOpen whether the game is over, and everything is open
   * @param {string[]} show overlays
   * @returns {Promise<Picture>}
   */
  find(ply, seat, isOpen, show) {
    const theme = currentTheme();
    const key = [ply, seat, isOpen, theme, ...show].join(" ");
    const known = this._kept.get(key);
    if (known) return known;
    const query = new URLSearchParams({ ply: String(ply), theme });
    if (show.length) query.set("show", show.join(","));
    if (seat >= 0) query.set("seat", String(seat));
    const found = get(`/api/tables/${this._table}/picture?${query}`);
    found.catch(() => this._kept.delete(key));
    this._kept.set(key, found);
    const oldest = this._kept.keys().next().value;
    if (this._kept.size > KEPT && oldest !== undefined) this._kept.delete(oldest);
    return found;
  }

  /**
   * A picture that came with the page.
   * @param {number} seat @param {boolean} isOpen @param {Picture} picture
   */
  keep(seat, isOpen, picture) {
    this._kept.set([picture.ply, seat, isOpen, picture.theme.name].join(" "), Promise.resolve(picture));
  }

  /** The past is another one: a move was taken back. */
  forget() {
    this._kept.clear();
  }
}
