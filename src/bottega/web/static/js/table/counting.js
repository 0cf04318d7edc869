// The counting at the end, as one would count at the table: group by group, zone by zone, with the points of each.
import { get } from "../api.js";
import { isCalm } from "../svg.js";
import { currentTheme } from "../theme.js";
import { word } from "../words.js";

/**
 * @typedef {import("./types.js").Count} Count
 * @typedef {import("./types.js").Scene} Scene
 */

const PACE = 1300; // milliseconds for a step

export class Counting {
  /**
   * @param {HTMLElement} bar with words and buttons that say `data-count`
   * @param {import("../board.js").Board} board
   * @param {string} table
   */
  constructor(bar, board, table) {
    this._bar = bar;
    this._board = board;
    this._table = table;
    /** @type {Count[]} */
    this._steps = [];
    /** @type {string[]} */
    this._names = [];
    this._at = -1;
    this._timer = 0;
    bar.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("[data-count]") : null;
      const what = button instanceof HTMLElement ? button.dataset.count : "";
      if (what === "back") this._go(this._at - 1, false);
      else if (what === "on") this._go(this._at + 1, false);
      else if (what === "close") this.close();
    });
  }

  get isOpen() {
    return !this._bar.hidden;
  }

  /** @param {Scene} scene */
  async open(scene) {
    const { steps } = await get(`/api/tables/${this._table}/counting?theme=${currentTheme()}`);
    this._steps = steps;
    this._names = scene.seats.map((seat) => seat.player || seat.colour);
    if (!this._steps.length) return;
    this._bar.hidden = false;
    this._go(0, !isCalm());
  }

  close() {
    clearTimeout(this._timer);
    this._bar.hidden = true;
    this._board.overlay("count", "");
  }

  /** @param {number} index @param {boolean} goesOn */
  _go(index, goesOn) {
    clearTimeout(this._timer);
    if (index >= this._steps.length) {
      if (!goesOn) this.close();
      return;
    }
    this._at = Math.max(0, index);
    const { seat, points, words } = this._steps[this._at];
    const sofar = this._steps.slice(0, this._at + 1).filter((step) => step.seat === seat);
    this._board.overlay("count", sofar.map((step) => step.overlay).join(""));
    const total = sofar.reduce((sum, step) => sum + step.points, 0);
    const says = this._bar.querySelector("[data-says]");
    if (says) says.textContent = word("counting", { name: this._names[seat], words, points, total });
    if (goesOn) this._timer = window.setTimeout(() => this._go(this._at + 1, true), PACE);
  }
}
