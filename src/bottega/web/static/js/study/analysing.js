// Having the game analysed: the button, the bar that grows, and what comes of it.
import { get, post, reasonOf } from "../api.js";
import { word } from "../words.js";

/**
 * @typedef {import("./types.js").Progress} Progress
 * @typedef {import("./types.js").Analysis} Analysis
 */

const PAUSE = 1000; // milliseconds between two looks at how far it is

/** Event "analysed" with the analysis, as far as it is, as detail. */
export class Analysing extends EventTarget {
  /** @param {HTMLElement} place with buttons, a bar and a place for words @param {string} api */
  constructor(place, api) {
    super();
    this._place = place;
    this._api = api;
    this._start = /** @type {HTMLButtonElement} */ (place.querySelector("[data-analyse]"));
    this._stop = /** @type {HTMLButtonElement} */ (place.querySelector("[data-stop]"));
    this._bar = /** @type {HTMLProgressElement} */ (place.querySelector("progress"));
    this._says = /** @type {HTMLElement} */ (place.querySelector("[data-says]"));
    this._known = 0; // decisions that have been shown
    this._timer = 0;
    this._start.addEventListener("click", () => void this._do("analyse"));
    this._stop.addEventListener("click", () => void this._do("stop"));
  }

  /** @param {Progress} progress */
  show(progress) {
    const { state, done, total, reason } = progress;
    const isRunning = state === "running";
    this._place.hidden = state === "done" || !total;
    this._start.hidden = isRunning;
    this._stop.hidden = this._bar.hidden = !isRunning;
    this._bar.max = Math.max(1, total);
    this._bar.value = done;
    this._says.textContent = isRunning ? word("study_progress", { done, total }) : reason;
    this._says.classList.toggle("error", state === "failed");
    clearTimeout(this._timer);
    if (isRunning) this._timer = window.setTimeout(() => void this._look(), PAUSE);
  }

  /** @param {"analyse" | "stop"} what */
  async _do(what) {
    this._start.disabled = true;
    try {
      const progress = await post(`${this._api}/${what}`);
      this.show(progress);
      if (progress.state === "done") await this._fetch(progress);
    } catch (error) {
      this._says.textContent = reasonOf(error);
      this._says.classList.add("error");
    } finally {
      this._start.disabled = false;
    }
  }

  async _look() {
    try {
      const progress = /** @type {Progress} */ (await get(`${this._api}/progress`));
      if (progress.done > this._known || progress.state === "done") await this._fetch(progress);
      this.show(progress);
    } catch {
      this._timer = window.setTimeout(() => void this._look(), 3 * PAUSE); // the server may come back
    }
  }

  /** @param {Progress} progress */
  async _fetch(progress) {
    const analysis = /** @type {Analysis | null} */ (await get(`${this._api}/analysis`));
    this._known = progress.done;
    if (analysis) this.dispatchEvent(new CustomEvent("analysed", { detail: analysis }));
  }
}
