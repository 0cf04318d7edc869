// Asks the server why a piece does not fit where it is held: when it has rested there for a moment, and only once.

/**
 * @typedef {import("./types.js").Piece} Piece
 * @typedef {import("./types.js").Verdict} Verdict
 * @typedef {import("./hand-places.js").Spot} Spot
 * @typedef {(piece: string, x: number, y: number, turn: number) => Promise<Verdict>} Why
 */

const PATIENCE = 110; // milliseconds

export class Judge {
  /** @param {Why} why */
  constructor(why) {
    this._why = why;
    /** @type {Map<string, Verdict>} */
    this._verdicts = new Map();
    this._timer = 0;
  }

  /** Another decision: what was said does not hold any more. */
  forget() {
    this.rest();
    this._verdicts = new Map();
  }

  /** Nobody wants to know at the moment. */
  rest() {
    clearTimeout(this._timer);
  }

  /**
   * What was said about it before.
   * @param {Piece} piece @param {Spot} spot
   */
  known(piece, spot) {
    return this._verdicts.get(keyOf(piece, spot));
  }

  /**
   * Ask, unless something else is asked first.
   * @param {Piece} piece
   * @param {Spot} spot
   * @param {() => void} heard it is known now
   */
  ask(piece, spot, heard) {
    const verdicts = this._verdicts;
    this._timer = window.setTimeout(async () => {
      try {
        verdicts.set(keyOf(piece, spot), await this._why(piece.name, spot.cell[0], spot.cell[1], spot.turn));
      } catch {
        return; // no line, or not this turn any more: it stays faded, without words
      }
      if (verdicts === this._verdicts) heard();
    }, PATIENCE);
  }
}

/** @param {Piece} piece @param {Spot} spot */
function keyOf(piece, { cell, turn }) {
  return `${piece.name} ${cell} ${turn}`;
}
