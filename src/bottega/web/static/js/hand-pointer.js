// How mouse, pen and fingers hold a piece over the board.
import { isHinged } from "./hand-places.js";

/**
 * @typedef {import("./hand.js").Hand} Hand
 * @typedef {import("./board-gestures.js").Holder} Holder
 */

/** @implements {Holder} */
export class HandPointer {
  /** @param {Hand} hand */
  constructor(hand) {
    this._hand = hand;
    /**
     * What a press that is ours does: turn what is held, or move what lies.
     * @type {{kind: "turn" | "move", x: number, y: number, turn: number, dx: number, dy: number} | null}
     */
    this._press = null;
  }

  /** @param {PointerEvent} event @returns {[number, number]} */
  _point(event) {
    return this._hand.board.pointAt(event.clientX, event.clientY);
  }

  isHolding() {
    return this._hand.isActive && !!this._hand.piece;
  }

  /** @param {PointerEvent} event */
  hover(event) {
    this._hand.pointer = [event.clientX, event.clientY];
    if (this._hand.isActive && !this._hand.isLaid) this._hand.hold(this._point(event));
  }

  leave() {
    this._hand.pointer = null;
    if (this._hand.isActive && !this._hand.isLaid && !this._hand.keys.isSteering) this._hand.hold(null);
  }

  /** @param {PointerEvent} event */
  press(event) {
    const hand = this._hand;
    if (!hand.isActive || !hand.piece) return false;
    const [x, y] = this._point(event);
    const isTouch = event.pointerType === "touch";
    if (hand.spot && hand.grip && this._isOnPiece(x, y) && (hand.isLaid || isTouch)) {
      this._press = {
        kind: "move",
        x: event.clientX,
        y: event.clientY,
        turn: hand.turned,
        dx: hand.grip[0] - x,
        dy: hand.grip[1] - y,
      };
      return true;
    }
    if (isTouch || hand.isLaid) return false;
    hand.hold([x, y]);
    if (!hand.fitting.length) return false;
    if (!hand.spot?.move) hand.fitNext();
    this._press = { kind: "turn", x: event.clientX, y: event.clientY, turn: hand.turned, dx: 0, dy: 0 };
    return true;
  }

  /** @param {number} x @param {number} y */
  _isOnPiece(x, y) {
    const { piece, spot, board } = this._hand;
    if (!piece || !spot) return false;
    const [left, top, width, height] = piece.drawings[spot.turn].box;
    const [dx, dy] = [x - spot.cell[0] * board.side - left, y - spot.cell[1] * board.side - top];
    return dx >= 0 && dy >= 0 && dx < width && dy < height;
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const [hand, press] = [this._hand, this._press];
    if (!press) return;
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    if (press.kind === "move") {
      if (hand.isLaid && Math.hypot(dx, dy) < 9) return;
      if (hand.isLaid) hand.takeBack();
      const [x, y] = this._point(event);
      hand.hold([x + press.dx, y + press.dy]);
      return;
    }
    const reach = Math.max(18, hand.board.side * hand.board.view.scale * 0.55);
    hand.isTurning = true;
    if (Math.hypot(dx, dy) < reach) this._turnTo(press.turn);
    else this._turnTo(this._pointed(dx, dy));
  }

  /**
   * The turn that fits best to a direction: where a hinged piece points to, or the north side of any other.
   * @param {number} dx
   * @param {number} dy
   */
  _pointed(dx, dy) {
    const hand = this._hand;
    if (!hand.piece) return 0;
    const east = (Math.atan2(dy, dx) * 2) / Math.PI; // quarter turns from east
    const wanted = isHinged(hand.piece) ? east : east + 1;
    const turns = hand.piece.turns;
    const far = (/** @type {number} */ turn) => Math.abs(((((turn - wanted) % turns) + turns * 1.5) % turns) - turns / 2);
    const fitting = hand.fitting.map((spot) => spot.turn);
    return fitting.reduce((best, turn) => (far(turn) < far(best) ? turn : best), fitting[0] ?? 0);
  }

  /** @param {number} turn */
  _turnTo(turn) {
    const hand = this._hand;
    const step = turn - hand.turned;
    if (step) hand.rotate(step);
  }

  /** @param {PointerEvent} event @param {boolean} isTap */
  release(event, isTap) {
    const [hand, press] = [this._hand, this._press];
    this._press = null;
    hand.isTurning = false;
    if (!press) return;
    if (press.kind === "turn") {
      if (!hand.lay()) hand.rotate(0);
    } else if (!isTap) {
      if (!hand.lay()) hand.fitNext();
    } else if (!this._toggled(event)) this._again(event);
  }

  /**
   * A second tap on what lies there: with the mouse, yes; with a finger, which covers what it touches, another turn.
   * @param {PointerEvent} event
   */
  _again(event) {
    const hand = this._hand;
    if (!hand.isLaid) {
      if (hand.fitNext()) hand.lay();
    } else if (event.pointerType === "mouse") hand.confirm();
    else hand.fitNext();
  }

  /**
   * Whether the tap was on a cell that the move may cover besides.
   * @param {PointerEvent} event
   */
  _toggled(event) {
    const hand = this._hand;
    const [x, y] = hand.board.cellAt(event.clientX, event.clientY);
    const cell = hand.extras.find(x, y);
    if (cell) hand.toggle(cell);
    return !!cell;
  }

  cancel() {
    this._press = null;
    this._hand.isTurning = false;
    if (!this._hand.isLaid) this._hand.rotate(0);
  }

  /** @param {PointerEvent} event */
  tap(event) {
    const hand = this._hand;
    if (!hand.isActive || !hand.piece || this._toggled(event)) return;
    const point = this._point(event);
    const isLaid = hand.isLaid;
    const spot = hand.places.snap(hand.piece, hand.turned, ...point);
    const fitting = hand.places.fitting(hand.piece, ...point);
    if (spot.move) hand.lay(spot);
    else if (fitting.length) hand.lay(fitting[0]);
    else if (isLaid) hand.tell(hand.keys.nowhere(), true);
    else hand.hold(point);
  }

  /** @param {number} step */
  turn(step) {
    const hand = this._hand;
    if (!hand.isActive || !hand.piece) return false;
    if (!step) return true;
    if (!hand.grip && !hand.isLaid) return false;
    hand.rotate(step);
    return true;
  }
}
