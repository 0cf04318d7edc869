// A piece on its way from the hand to the board: it follows the pointer, and over the board the ghost takes over.
import { drawn, html } from "./svg.js";

/**
 * @typedef {import("./hand.js").Hand} Hand
 * @typedef {import("./types.js").Piece} Piece
 */

const SLACK = 7; // pixels until a press is a drag
const LIFT = 46; // a finger covers what it holds: the piece is seen above it

export class Carried {
  /** @param {Hand} hand */
  constructor(hand) {
    this._hand = hand;
    this.wasCarried = false;
    this._picture = html("div", { class: "carried", hidden: true, "aria-hidden": "true" });
    document.body.append(this._picture);
  }

  /**
   * A press on a piece of the hand.
   * @param {Piece} piece
   * @param {PointerEvent} event
   * @param {HTMLElement} button
   * @param {number} scale
   */
  begin(piece, event, button, scale) {
    this.wasCarried = false;
    if (event.button !== 0 || !this._hand.isActive) return;
    const start = event;
    const stop = new AbortController();
    const options = { signal: stop.signal };
    button.setPointerCapture(event.pointerId);
    button.addEventListener(
      "pointermove",
      (move) => {
        if (!this.wasCarried) {
          if (Math.hypot(move.clientX - start.clientX, move.clientY - start.clientY) < SLACK) return;
          this.wasCarried = true;
          this._hand.take(piece);
          this._picture.replaceChildren(drawn(piece.drawings[this._hand.turned] ?? piece.drawings[0], scale));
        }
        this._follow(move);
      },
      options,
    );
    const end = (/** @type {PointerEvent} */ last) => {
      stop.abort();
      this._picture.hidden = true;
      if (this.wasCarried) this._put(last);
    };
    button.addEventListener("pointerup", end, options);
    button.addEventListener("pointercancel", end, options);
  }

  /**
   * Where the piece is, a finger being below it.
   * @param {PointerEvent} event @returns {[number, number]}
   */
  _at(event) {
    return [event.clientX, event.clientY - (event.pointerType === "touch" ? LIFT : 0)];
  }

  /** @param {PointerEvent} event */
  _follow(event) {
    const [x, y] = this._at(event);
    const isOver = this._hand.board.has(x, y);
    this._picture.hidden = isOver;
    this._picture.style.translate = `calc(${x}px - 50%) calc(${y}px - 50%)`;
    this._hand.hold(isOver ? this._hand.board.pointAt(x, y) : null);
  }

  /**
   * Let go: it lies where it fits; elsewhere it stays in the hand.
   * @param {PointerEvent} event
   */
  _put(event) {
    const hand = this._hand;
    const [x, y] = this._at(event);
    if (!hand.board.has(x, y)) {
      hand.hold(null);
      hand.takeBack();
    } else if (!hand.lay() && hand.fitNext()) hand.lay();
    // The click that follows belongs to this drag; the next one does not.
    setTimeout(() => (this.wasCarried = false), 0);
  }
}
