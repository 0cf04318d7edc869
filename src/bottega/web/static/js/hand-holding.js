// A piece that is held over the board: where it is, how it is turned, and whether it may lie there.
import { Judge } from "./hand-judge.js";
import { Places } from "./hand-places.js";

/**
 * @typedef {import("./types.js").Piece} Piece
 * @typedef {import("./types.js").Turn} Turn
 * @typedef {import("./hand-places.js").Spot} Spot
 */

/** @type {Turn} */
const NOTHING = {
  seat: 0,
  ply: 0,
  is_ahead: false,
  pieces: [],
  places: {},
  extras: {},
  extra: { box: [0, 0, 0, 0], body: "", amount: 0 },
  words: [],
};

export class Holding extends EventTarget {
  /** @param {import("./board.js").Board} board @param {import("./hand-judge.js").Why} why */
  constructor(board, why) {
    super();
    this.board = board;
    this.judge = new Judge(why);
    /** @type {Turn | null} */
    this.turn = null;
    this.places = new Places(NOTHING, 1);
    /** @type {Piece | null} what is held or laid */
    this.piece = null;
    this.turned = 0;
    /** @type {[number, number] | null} the point of the board at which it is held; null: it is not over the board */
    this.grip = null;
    /** @type {Spot | null} where that is */
    this.spot = null;
    this.reason = ""; // why it may not lie there, as far as the server has said
    /** @type {[number, number] | null} the point of the window where the mouse is, while it is over the board */
    this.pointer = null;
    /** @type {[number, number] | null} where a piece that is moved by keys begins: where the last one lay */
    this.home = null;
    this.isLaid = false; // for the time being
    this.isTurning = false; // by a gesture
    this.isSent = false; // decided: the server has the word
    this.pausedFor = ""; // why nothing is held over the board, though there is something to decide
  }

  get isActive() {
    return !!this.turn && !this.isSent && !this.pausedFor;
  }

  /**
   * Hold it over a point of the board; null: away from it.
   * @param {[number, number] | null} grip
   */
  hold(grip) {
    this.grip = grip;
    if (this.isLaid) return;
    const before = this.spot;
    this.settle();
    const after = this.spot;
    const isSame =
      before && after && before.cell[0] === after.cell[0] && before.cell[1] === after.cell[1] && before.turn === after.turn;
    if (!isSame && before !== after) this.redraw();
  }

  /**
   * The turns that fit where the piece is held.
   * @returns {Spot[]}
   */
  get fitting() {
    return this.piece && this.grip ? this.places.fitting(this.piece, ...this.grip) : [];
  }

  /** Where the piece is, given its grip: the server may know a better cell, and why it may not lie there. */
  settle() {
    this.judge.rest();
    this.reason = "";
    const { piece, grip } = this;
    this.spot = piece && grip ? this.places.snap(piece, this.turned, ...grip) : null;
    if (!piece || !this.spot) return;
    this.turned = this.spot.turn;
    if (this.spot.move || this.isSent) return;
    const verdict = this.judge.known(piece, this.spot);
    if (verdict) {
      this.spot = { cell: verdict.cell, turn: verdict.turn, move: verdict.reason ? "" : verdict.move };
      this.turned = verdict.turn;
      this.reason = verdict.reason;
    } else this.judge.ask(piece, this.spot, () => this._heard());
  }

  _heard() {
    if (!this.piece || this.isLaid) return;
    this.settle();
    this.redraw();
  }

  /** Show everything as it is now. */
  redraw() {}
}
