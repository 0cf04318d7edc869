// The hand: takes a piece, holds it over the board, turns it, lays it down for the time being, and says what was decided.
// It serves tables, lessons and studies. Pages that use it bring the words of the area "hand".
import { Extras } from "./hand-extras.js";
import { HandGhost } from "./hand-ghost.js";
import { Holding } from "./hand-holding.js";
import { HandKeys } from "./hand-keys.js";
import { Places } from "./hand-places.js";
import { HandPointer } from "./hand-pointer.js";
import { HandTray } from "./hand-tray.js";
import { word } from "./words.js";

/**
 * @typedef {import("./types.js").Cell} Cell
 * @typedef {import("./types.js").Piece} Piece
 * @typedef {import("./types.js").Turn} Turn
 * @typedef {import("./types.js").Word} Word
 * @typedef {import("./types.js").ReadMove} ReadMove
 * @typedef {import("./types.js").Decision} Decision
 * @typedef {import("./hand-places.js").Spot} Spot
 * @typedef {import("./hand-judge.js").Why} Why
 */

/** Events: "decide" with the decision as detail; "change" whenever something else is held, laid or taken back. */
export class Hand extends Holding {
  /**
   * @param {import("./board.js").Board} board
   * @param {HTMLElement} place where pieces to choose and buttons are put
   * @param {object} server
   * @param {Why} server.why
   * @param {() => Promise<Record<string, string>>} [server.spoken] all moves that can be made, in words
   * @param {(text: string) => Promise<ReadMove>} [server.read] what a move that was typed does; it fails with the reason why not
   */
  constructor(board, place, { why, spoken = async () => ({}), read }) {
    super(board, why);
    this.extras = new Extras();
    /** @type {Word | null} a word that waits for its second press */
    this.asked = null;
    this.ghost = new HandGhost(board);
    this.tray = new HandTray(this, place, read);
    this.keys = new HandKeys(this, spoken);
    board.gestures.holder = new HandPointer(this);
  }

  // ---------------------------------------------------------------- a decision begins and ends

  /**
   * What there is to decide; null: nothing. What was tried ahead stays if it is legal.
   * @param {Turn | null} turn
   */
  give(turn) {
    const before = this.turn;
    const isSame =
      !!before && !!turn && before.ply === turn.ply && before.is_ahead === turn.is_ahead && before.seat === turn.seat;
    const held = { name: this.piece?.name ?? "", spot: this.spot, isLaid: this.isLaid };
    this.turn = turn;
    if (!isSame) this._forget();
    if (turn) {
      this.places = new Places(turn, this.board.side);
      this.ghost.learn(turn.symbols ?? "");
      this.piece = turn.pieces.find((piece) => piece.name === held.name) ?? (turn.pieces.length === 1 ? turn.pieces[0] : null);
    } else this.piece = null;
    if (this.piece && this.piece.name === held.name) {
      const isKept = isSame || before?.is_ahead;
      const spot = held.spot;
      if (isKept && held.isLaid && spot && this.places.move(this.piece, spot.cell, spot.turn) === spot.move) {
        this.spot = spot;
        this.isLaid = true;
        if (!isSame) this.extras.offer(turn?.extras[spot.move] ?? [], turn?.extra.amount);
      } else this.isLaid = false;
    } else this.isLaid = false;
    if (this.piece) this.turned %= this.piece.turns; // the next piece may have fewer turns than the last one
    // A new decision begins with the piece where the pointer is, not where the last one ended.
    if (!isSame && !this.isLaid) this.grip = this.pointer ? this.board.pointAt(...this.pointer) : null;
    if (!this.isLaid) this.settle();
    this.tray.deal();
    this.redraw();
  }

  _forget() {
    this.judge.forget();
    this.extras.offer([]);
    this.asked = null;
    this.isSent = this.isTurning = this.isLaid = false;
    this.spot = null;
    this.ghost.say("", null, false);
  }

  /**
   * What was decided did not count: everything is as before.
   * @param {string} reason
   */
  reopen(reason) {
    this.isSent = false;
    this.redraw();
    if (reason) this.tell(reason, true);
  }

  /**
   * Something else is going on at the board: nothing is held over it.
   * @param {string} why what is said meanwhile; empty: it is over
   */
  pause(why) {
    if (this.pausedFor === why) return;
    this.pausedFor = why;
    this.redraw();
  }

  // ---------------------------------------------------------------- holding

  /** @param {Piece | null} piece */
  take(piece) {
    if (!this.isActive) return;
    const isOther = piece?.name !== this.piece?.name;
    this.piece = piece;
    this.isLaid = false;
    this.asked = null;
    this.extras.offer([]);
    if (piece) {
      this.turned %= piece.turns;
      if (isOther) this.keys.announce(word("hand_held", { piece: piece.words }));
    }
    this.settle();
    this.redraw();
  }

  /**
   * Turn what is held; what is laid goes to the next turn that fits.
   * @param {number} step
   */
  rotate(step) {
    if (!this.piece || !this.isActive) return;
    if (this.isLaid) {
      this.fitNext(step);
      return;
    }
    this.turned = (this.turned + step + this.piece.turns) % this.piece.turns;
    this.settle();
    this.redraw();
  }

  /**
   * The next turn that fits at this place.
   * @param {number} [step] @returns {boolean} whether there is one
   */
  fitNext(step = 1) {
    const [piece, grip] = [this.piece, this.grip];
    if (!piece || !grip || !this.isActive) return false;
    const spots = this.places.fitting(piece, ...grip);
    if (!spots.length) return false;
    const now = this.spot?.turn ?? this.turned;
    const ahead = (/** @type {Spot} */ spot) => (step * (spot.turn - now) + piece.turns - 1) % piece.turns;
    const next = spots.reduce((best, spot) => (ahead(spot) < ahead(best) ? spot : best));
    if (this.isLaid) {
      if (next.move === this.spot?.move) this.tell(word("hand_only_turn"), false);
      else this.lay(next);
    } else {
      this.turned = next.turn;
      this.settle();
      this.redraw();
    }
    return true;
  }

  // ---------------------------------------------------------------- deciding

  /**
   * Lay it down for the time being.
   * @param {Spot | null} [spot] where it is held, unless told otherwise @returns {boolean}
   */
  lay(spot = this.spot) {
    if (!this.piece || !spot?.move || !this.isActive) return false;
    this.spot = spot;
    this.turned = spot.turn;
    this.grip = this.places.grip(this.piece, spot);
    this.isLaid = true;
    this.home = this.grip;
    this.extras.offer(this.turn?.extras[spot.move] ?? [], this.turn?.extra.amount);
    this.judge.rest();
    this.redraw();
    const count = this.extras.cells.length;
    const extras = count ? ` ${word("hand_extras", { count })}` : "";
    this.keys.announce(word(this.turn?.is_ahead ? "hand_tried" : "hand_laid", { move: spot.move }) + extras);
    return true;
  }

  /**
   * Show a legal move as if it had been laid.
   * @param {string} move
   * @param {Cell[]} [extras] that it covers besides
   * @returns {boolean} whether it lays something
   */
  tryMove(move, extras = []) {
    const found = this.places.of(move);
    if (!found || !this.isActive) return false;
    this.piece = found.piece;
    this.lay(found.spot);
    for (const cell of extras) this.toggle(cell);
    return true;
  }

  /** What was laid is in the hand again; what is in the hand is put away. */
  takeBack() {
    if (!this.isActive) return;
    if (this.asked) this.asked = null;
    else if (this.isLaid) {
      this.isLaid = false;
      this.extras.offer([]);
      this.settle();
      this.keys.announce(word("hand_taken_back"));
    } else if (this.piece && this.turn && this.turn.pieces.length > 1) this.piece = this.spot = null;
    this.redraw();
  }

  /**
   * Cover another cell besides, or no more.
   * @param {Cell} cell
   */
  toggle(cell) {
    this.extras.toggle(cell);
    this._covered();
  }

  /**
   * Cover all of them, or none.
   * @param {boolean} isAll
   */
  coverAll(isAll) {
    this.extras.cover(isAll);
    this._covered();
  }

  _covered() {
    this.redraw();
    this.keys.announce(word("hand_covered", { count: this.extras.chosen.size, all: this.extras.cells.length }));
  }

  /** It shall be so. */
  confirm() {
    if (!this.isActive || !this.isLaid || !this.spot || !this.turn) return;
    if (this.turn.is_ahead) this.tell(word("hand_kept"), false);
    else this._decide({ move: this.spot.move, extras: this.extras.covered });
  }

  /**
   * The decisions without a place that can be made now.
   * @returns {Word[]}
   */
  get words() {
    return (this.turn?.words ?? []).filter(({ piece }) => !piece || (piece === this.piece?.name && !this.isLaid));
  }

  /** @param {Word} said */
  say(said) {
    if (!this.isActive || this.turn?.is_ahead) return;
    if (said.asks && this.asked?.move !== said.move) {
      this.asked = said;
      this.redraw();
      this.keys.announce(word("hand_sure", { label: said.label }));
    } else this._decide({ move: said.move, extras: [] });
  }

  /** @param {Decision} decision */
  _decide(decision) {
    this.isSent = true;
    this.asked = null;
    this.redraw();
    this.dispatchEvent(new CustomEvent("decide", { detail: decision }));
  }

  // ---------------------------------------------------------------- seen and heard

  /**
   * Words beside the piece, also for those who hear.
   * @param {string} text @param {boolean} isBad
   */
  tell(text, isBad) {
    this.ghost.say(text, this.grip ?? [this.board.view.x, this.board.view.y], isBad);
    this.keys.announce(text);
  }

  /** Draw everything as it is now, and tell. */
  redraw() {
    const { piece, spot, grip, turn } = this;
    if (!piece || !spot || !grip || !turn || this.pausedFor) {
      this.ghost.show(null);
      if (!this.isSent) this.ghost.say("", null, false);
    } else {
      const kind = this.isLaid ? (turn.is_ahead ? "try" : "laid") : spot.move ? "legal" : "illegal";
      const fitting = this.isLaid ? [] : this.fitting.map((found) => found.turn);
      this.ghost.show({
        piece,
        spot,
        kind,
        fitting,
        grip,
        isTurning: this.isTurning,
        extras: this.extras,
        extra: turn.extra.body,
      });
      const reason = this.isLaid ? "" : this.reason;
      this.ghost.say(reason, grip, true);
      if (reason) this.keys.announce(reason);
    }
    this.tray.update();
    this.dispatchEvent(new Event("change"));
  }
}
