// Asks the server, with the guest's token.
import { word } from "./words.js";

export class ApiError extends Error {
  /**
   * @param {number} status of the answer; 0 if there was none
   * @param {string} reason in the guest's language
   * @param {any} [details] everything that the server said
   */
  constructor(status, reason, details = null) {
    super(reason);
    this.status = status;
    this.reason = reason;
    this.details = details;
  }
}

/** @param {string} path @returns {Promise<any>} */
export const get = (path) => ask("GET", path);

/** @param {string} path @param {unknown} [body] @returns {Promise<any>} */
export const post = (path, body = {}) => ask("POST", path, body);

/** @param {string} path @param {unknown} [body] @returns {Promise<any>} */
export const patch = (path, body = {}) => ask("PATCH", path, body);

/**
 * What to tell the guest about anything that was thrown.
 * @param {unknown} error @returns {string}
 */
export function reasonOf(error) {
  return error instanceof ApiError ? error.reason : String(error);
}

/** @param {string} method @param {string} path @param {unknown} [body] */
async function ask(method, path, body) {
  const token = document.querySelector('meta[name="token"]')?.getAttribute("content") ?? "";
  /** @type {RequestInit} */
  const options = { method, headers: { "X-Bottega-Token": token, Accept: "application/json" } };
  if (body !== undefined) {
    options.headers = { ...options.headers, "Content-Type": "application/json" };
    options.body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new ApiError(0, word("not_reached"));
  }
  const answer = await response.json().catch(() => null);
  if (response.ok) return answer;
  throw new ApiError(response.status, answer?.reason ?? word("went_wrong", { status: response.status }), answer);
}
