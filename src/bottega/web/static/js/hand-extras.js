// The cells that a move may cover besides, and which of them it does.

/** @typedef {import("./types.js").Cell} Cell */

export class Extras {
  constructor() {
    /** @type {Cell[]} */
    this.cells = [];
    /** @type {Set<string>} as "x,y" */
    this.chosen = new Set();
    this.at = 0; // the one that the keyboard points at
    this._most = Infinity;
  }

  /**
   * Other cells to choose from; none is chosen.
   * @param {Cell[]} cells @param {number} [most] how many can be covered at all
   */
  offer(cells, most = Infinity) {
    this.cells = cells;
    this._most = most;
    this.chosen = new Set();
    this.at = 0;
  }

  /** @param {Cell} cell */
  has([x, y]) {
    return this.chosen.has(`${x},${y}`);
  }

  /** @param {number} x @param {number} y */
  find(x, y) {
    return this.cells.find((cell) => cell[0] === x && cell[1] === y);
  }

  /** @param {Cell} cell */
  toggle(cell) {
    const name = `${cell[0]},${cell[1]}`;
    if (this.chosen.has(name)) this.chosen.delete(name);
    else if (this.chosen.size < this._most) this.chosen.add(name);
    this.at = this.cells.findIndex(([x, y]) => x === cell[0] && y === cell[1]);
  }

  /**
   * All of them, or none.
   * @param {boolean} isAll
   */
  cover(isAll) {
    this.chosen = new Set(isAll ? this.cells.slice(0, this._most).map(([x, y]) => `${x},${y}`) : []);
  }

  /** Whether no more can be covered. */
  get isFull() {
    return this.chosen.size >= Math.min(this.cells.length, this._most);
  }

  /**
   * Those that are chosen, in the order in which they were offered.
   * @returns {Cell[]}
   */
  get covered() {
    return this.cells.filter((cell) => this.has(cell));
  }

  /**
   * Point at another one.
   * @param {number} step
   */
  go(step) {
    this.at = (this.at + step + this.cells.length) % this.cells.length;
  }
}
