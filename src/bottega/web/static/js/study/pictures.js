// Pictures of the study as the server draws them: the last ones are kept, and the next ones fetched ahead.
import { get } from "../api.js";
import { currentTheme } from "../theme.js";

/** @typedef {import("../types.js").Picture} Picture */

const KEPT = 60;

export class Pictures {
  /** @param {string} api */
  constructor(api) {
    this._api = api;
    /** @type {Map<string, Promise<Picture>>} */
    this._kept = new Map();
  }

  /** @param {string} path @param {string[]} show @returns {Promise<Picture>} */
  find(path, show) {
    const query = String(new URLSearchParams({ path, show: show.join(","), theme: currentTheme() }));
    const known = this._kept.get(query);
    if (known) return known;
    const found = get(`${this._api}/picture?${query}`);
    found.catch(() => this._kept.delete(query));
    this._kept.set(query, found);
    const oldest = this._kept.keys().next().value;
    if (this._kept.size > KEPT && oldest !== undefined) this._kept.delete(oldest);
    return found;
  }

  /**
   * Have it at hand for when it is wanted.
   * @param {string} path @param {string[]} show
   */
  fetch(path, show) {
    void this.find(path, show).catch(() => undefined);
  }

  /** What was drawn may be another thing now: other best moves, other lines. */
  forget() {
    this._kept.clear();
  }
}
