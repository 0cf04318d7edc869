// Which part of the table is seen: a middle and a scale. Nothing here knows what lies there.
import { isCalm } from "./svg.js";

/** @typedef {import("./types.js").Box} Box */

const LARGEST_CELL = 150; // pixels
const FITTED_CELLS = 9; // a small table is not blown up further than if it were so many cells high
const STRAY = 0.35; // of the window: so far from what is drawn its middle may go
const GLIDE = 260; // milliseconds

export class BoardView {
  /** @param {SVGSVGElement} picture @param {() => void} changed called after every change */
  constructor(picture, changed) {
    this._picture = picture;
    this._changed = changed;
    /** @type {Box} */
    this.box = [0, 0, 1, 1];
    this.side = 40;
    this.x = 0.5; // the middle, in units of the board
    this.y = 0.5;
    this.scale = 1; // pixels to a unit
    this.width = 0;
    this.height = 0;
    this.isFitted = true; // nobody has moved the table since all of it was in sight
    this._frame = 0;
  }

  /**
   * The room on the screen has another size.
   * @param {number} width @param {number} height
   */
  resize(width, height) {
    if (!width || !height || (width === this.width && height === this.height)) return;
    this.width = width;
    this.height = height;
    if (this.isFitted) this.fit(false);
    else this._apply();
  }

  /**
   * What is drawn takes this box now. The eye stays where it is while everything is in sight.
   * @param {Box} box
   * @param {number} side
   */
  lie(box, side) {
    const isFirst = this.box[2] === 1;
    const isSame = box.every((value, index) => value === this.box[index]);
    this.box = box;
    this.side = side;
    if (isFirst) this.fit(false);
    else if (!isSame && this.isFitted && !this._isComfortable()) this.fit(true);
  }

  /** Whether all of the box is in sight, and not lost in the middle. */
  _isComfortable() {
    const [x, y, width, height] = this.box;
    const halfWidth = this.width / this.scale / 2 + 1;
    const halfHeight = this.height / this.scale / 2 + 1;
    const isInside =
      x >= this.x - halfWidth && x + width <= this.x + halfWidth && y >= this.y - halfHeight && y + height <= this.y + halfHeight;
    return isInside && this._fitting() < this.scale * 1.5;
  }

  _fitting() {
    const [, , width, height] = this.box;
    const most = Math.max(60, Math.min(this.width, this.height) / FITTED_CELLS) / this.side;
    return Math.min(this.width / width, this.height / height, most);
  }

  /**
   * The whole box in sight.
   * @param {boolean} isAnimated
   */
  fit(isAnimated) {
    const [x, y, width, height] = this.box;
    if (!this.width) return;
    this.isFitted = true;
    this.glide(x + width / 2, y + height / 2, this._fitting(), isAnimated);
  }

  /**
   * On to another part of the table.
   * @param {number} x @param {number} y @param {number} scale @param {boolean} isAnimated
   */
  glide(x, y, scale, isAnimated) {
    cancelAnimationFrame(this._frame);
    const from = { x: this.x, y: this.y, scale: this.scale };
    if (!isAnimated || isCalm()) {
      Object.assign(this, { x, y, scale });
      this._apply();
      return;
    }
    const start = performance.now();
    const step = (/** @type {number} */ now) => {
      const t = Math.min(1, (now - start) / GLIDE);
      const eased = 1 - (1 - t) ** 3;
      this.x = from.x + (x - from.x) * eased;
      this.y = from.y + (y - from.y) * eased;
      this.scale = from.scale * (scale / from.scale) ** eased;
      this._apply();
      if (t < 1) this._frame = requestAnimationFrame(step);
    };
    this._frame = requestAnimationFrame(step);
  }

  /**
   * Move the table by so many pixels.
   * @param {number} dx @param {number} dy
   */
  pan(dx, dy) {
    cancelAnimationFrame(this._frame);
    const [x, y, width, height] = this.box;
    const [sideways, up] = [(this.width / this.scale) * STRAY, (this.height / this.scale) * STRAY];
    this.x = clamp(this.x - dx / this.scale, x - sideways, x + width + sideways);
    this.y = clamp(this.y - dy / this.scale, y - up, y + height + up);
    this.isFitted = false;
    this._apply();
  }

  /**
   * Nearer or further away; what is at this point of the picture stays there.
   * @param {number} factor
   * @param {number} [px]
   * @param {number} [py]
   */
  zoom(factor, px = this.width / 2, py = this.height / 2) {
    cancelAnimationFrame(this._frame);
    const least = Math.min(this._fitting() * 0.5, 0.6);
    const scale = clamp(this.scale * factor, least, LARGEST_CELL / this.side);
    const [dx, dy] = [px - this.width / 2, py - this.height / 2];
    this.x += dx / this.scale - dx / scale;
    this.y += dy / this.scale - dy / scale;
    this.scale = scale;
    this.pan(0, 0);
  }

  /**
   * The point of the table at a point of the picture.
   * @param {number} px @param {number} py @returns {[number, number]}
   */
  at(px, py) {
    return [this.x + (px - this.width / 2) / this.scale, this.y + (py - this.height / 2) / this.scale];
  }

  /**
   * The way back.
   * @param {number} x @param {number} y @returns {[number, number]}
   */
  seen(x, y) {
    return [(x - this.x) * this.scale + this.width / 2, (y - this.y) * this.scale + this.height / 2];
  }

  _apply() {
    if (!this.width) return;
    const [left, top] = this.at(0, 0);
    this._picture.setAttribute("viewBox", `${left} ${top} ${this.width / this.scale} ${this.height / this.scale}`);
    this._changed();
  }
}

/** @param {number} value @param {number} low @param {number} high */
function clamp(value, low, high) {
  return Math.max(low, Math.min(high, value));
}
