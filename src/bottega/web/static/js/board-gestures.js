// Fingers, mouse and wheel on the board. Whoever holds a piece is asked first; what is not for it moves the table.

/**
 * Who is asked: the hand.
 * @typedef {object} Holder
 * @property {() => boolean} isHolding whether there is a piece in the hand: arrows are for it
 * @property {(event: PointerEvent) => void} hover the pointer is somewhere, nothing is pressed
 * @property {() => void} leave the pointer is gone
 * @property {(event: PointerEvent) => boolean} press whether what follows until the release is for the holder
 * @property {(event: PointerEvent) => void} drag
 * @property {(event: PointerEvent, isTap: boolean) => void} release
 * @property {() => void} cancel the press came to nothing
 * @property {(event: PointerEvent) => void} tap a press that was not for the holder, and did not move
 * @property {(step: number) => boolean} turn whether there was something to turn
 */

const SLACK = { mouse: 4, pen: 6, touch: 10 }; // pixels that a tap may wander
const NOTCH = 60; // of the wheel: one turn
const TWIST = 28; // degrees until two fingers turn rather than zoom
const STEP = 45; // then so many for each turn
const SECOND = 320; // milliseconds between the two taps of a double tap

export class BoardGestures {
  /** @param {HTMLElement} host @param {import("./board-view.js").BoardView} view */
  constructor(host, view) {
    this._host = host;
    this._view = view;
    /** @type {Holder | null} */
    this.holder = null;
    /** @type {Map<number, PointerEvent>} those that are down */
    this._down = new Map();
    /** @type {PointerEvent | null} where the press began */
    this._start = null;
    this._mode = ""; // "", press (holder), wait (tap or pan), pan, pair
    /**
     * @type {{angle: number, distance: number, x: number, y: number, turned: number, isTwist: boolean, isZoom: boolean} | null}
     */
    this._pair = null;
    this._wheel = 0;
    this._tapped = 0; // when
    host.addEventListener("pointerdown", (event) => this._press(event));
    host.addEventListener("pointermove", (event) => this._move(event));
    host.addEventListener("pointerup", (event) => this._release(event));
    host.addEventListener("pointercancel", (event) => this._lose(event));
    host.addEventListener("pointerleave", (event) => {
      if (!this._down.has(event.pointerId)) this.holder?.leave();
    });
    host.addEventListener("wheel", (event) => this._roll(event), { passive: false });
    host.addEventListener("contextmenu", (event) => this._menu(event));
    host.addEventListener("dragstart", (event) => event.preventDefault());
    // What fingers do here is for us alone: else a quick tap after a throw would only stop the throw.
    host.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
  }

  /** @param {PointerEvent} event */
  _press(event) {
    this._host.focus(/** @type {FocusOptions} */ ({ preventScroll: true, focusVisible: false }));
    if (event.pointerType === "mouse" && event.button === 2) return; // the menu event comes
    this._host.setPointerCapture(event.pointerId);
    this._down.set(event.pointerId, event);
    if (this._down.size === 2) {
      this._beginPair();
      return;
    }
    if (this._down.size > 2) return;
    this._start = event;
    const isForHolder = event.button === 0 && !event.ctrlKey && !!this.holder?.press(event);
    this._mode = isForHolder ? "press" : "wait";
  }

  /** @param {PointerEvent} event */
  _move(event) {
    if (!this._down.has(event.pointerId)) {
      if (event.pointerType !== "touch") this.holder?.hover(event);
      return;
    }
    const before = /** @type {PointerEvent} */ (this._down.get(event.pointerId));
    this._down.set(event.pointerId, event);
    if (this._mode === "pair") this._pairMoved();
    else if (this._mode === "press") this.holder?.drag(event);
    else if (this._mode === "wait" && !this._isTap(event)) {
      this._mode = "pan";
      this._host.classList.add("is-panning");
    }
    if (this._mode === "pan") this._view.pan(event.clientX - before.clientX, event.clientY - before.clientY);
  }

  /** @param {PointerEvent} event */
  _release(event) {
    if (!this._down.delete(event.pointerId)) return;
    if (this._mode === "press") this.holder?.release(event, this._isTap(event));
    else if (this._mode === "wait" && event.button === 0 && !this._isSecondTap(event)) this.holder?.tap(event);
    this._end();
  }

  /**
   * Two taps of a finger on a table with nothing in the hand: nearer, for whoever has one finger only.
   * @param {PointerEvent} event
   */
  _isSecondTap(event) {
    const isSecond = event.pointerType === "touch" && event.timeStamp - this._tapped < SECOND && !this.holder?.turn(0);
    this._tapped = isSecond ? 0 : event.timeStamp;
    if (!isSecond) return false;
    const room = this._host.getBoundingClientRect();
    this._view.zoom(1.7, event.clientX - room.left, event.clientY - room.top);
    return true;
  }

  /** @param {PointerEvent} event */
  _lose(event) {
    if (!this._down.delete(event.pointerId)) return;
    if (this._mode === "press") this.holder?.cancel();
    this._end();
  }

  _end() {
    // The second finger of a pair that stays on the glass neither pans nor lays anything.
    if (this._down.size) {
      this._mode = "rest";
      return;
    }
    this._mode = "";
    this._start = this._pair = null;
    this._host.classList.remove("is-panning");
  }

  /** @param {PointerEvent} event */
  _isTap(event) {
    const start = this._start ?? event;
    const slack = SLACK[/** @type {keyof typeof SLACK} */ (event.pointerType)] ?? SLACK.mouse;
    return Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) <= slack;
  }

  _beginPair() {
    if (this._mode === "press") this.holder?.cancel();
    this._mode = "pair";
    this._pair = { ...this._measure(), turned: 0, isTwist: false, isZoom: false };
  }

  _measure() {
    const [one, two] = [...this._down.values()];
    const [dx, dy] = [two.clientX - one.clientX, two.clientY - one.clientY];
    return {
      angle: (Math.atan2(dy, dx) * 180) / Math.PI,
      distance: Math.hypot(dx, dy) || 1,
      x: (one.clientX + two.clientX) / 2,
      y: (one.clientY + two.clientY) / 2,
    };
  }

  /** Two fingers: the first thing that is clear, turning or zooming, is what they do until they are lifted. */
  _pairMoved() {
    const pair = this._pair;
    if (!pair || this._down.size !== 2) return;
    const now = this._measure();
    const angle = ((now.angle - pair.angle + 540) % 360) - 180;
    if (!pair.isTwist && !pair.isZoom) {
      pair.isTwist = Math.abs(angle) > TWIST;
      pair.isZoom = !pair.isTwist && Math.abs(Math.log(now.distance / pair.distance)) > 0.18;
      if (pair.isTwist && !this.holder?.turn(Math.sign(angle))) Object.assign(pair, { isTwist: false, isZoom: true });
      if (pair.isTwist) Object.assign(pair, { angle: now.angle });
    } else if (pair.isTwist && Math.abs(angle) > STEP) {
      this.holder?.turn(Math.sign(angle));
      Object.assign(pair, { angle: now.angle });
    }
    if (pair.isTwist) return;
    const room = this._host.getBoundingClientRect();
    if (pair.isZoom) this._view.zoom(now.distance / pair.distance, now.x - room.left, now.y - room.top);
    this._view.pan(now.x - pair.x, now.y - pair.y);
    Object.assign(pair, { x: now.x, y: now.y });
    if (pair.isZoom) Object.assign(pair, { distance: now.distance });
  }

  /** @param {WheelEvent} event */
  _roll(event) {
    event.preventDefault();
    const amount = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 33 : event.deltaY || event.deltaX;
    if (!event.ctrlKey && !event.metaKey) {
      if (Math.sign(amount) !== Math.sign(this._wheel)) this._wheel = 0;
      this._wheel += amount;
      if (Math.abs(this._wheel) < NOTCH && this.holder?.turn(0)) return;
      if (this.holder?.turn(Math.sign(this._wheel))) {
        this._wheel = 0;
        return;
      }
    }
    const room = this._host.getBoundingClientRect();
    const speed = event.ctrlKey ? 0.01 : 0.0016;
    this._view.zoom(Math.exp(-clamped(amount, 240) * speed), event.clientX - room.left, event.clientY - room.top);
  }

  /**
   * The right button, or a long press.
   * @param {MouseEvent} event
   */
  _menu(event) {
    event.preventDefault();
    const isMouse = !(event instanceof PointerEvent) || event.pointerType !== "touch";
    if (isMouse) this.holder?.turn(event.shiftKey ? -1 : 1);
  }
}

/** @param {number} value @param {number} most */
function clamped(value, most) {
  return Math.max(-most, Math.min(most, value));
}
