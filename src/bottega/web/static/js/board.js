// The board on the screen: the server's drawing, seen through a window that pans and zooms. No rules, no words of its own.
import { BoardGestures } from "./board-gestures.js";
import { BoardView } from "./board-view.js";
import { svg } from "./svg.js";

/** @typedef {import("./types.js").Picture} Picture */

/** Elements of a drawing that stand for something that was laid: a new one comes down softly. */
const LAID = "[data-tile], [data-card], use";
const MANY = 12; // new ones at once: that is another position altogether
const PAN_STEP = 60; // pixels for an arrow key

export class Board extends EventTarget {
  /** @param {HTMLElement} host an element whose size CSS settles */
  constructor(host) {
    super();
    this.host = host;
    host.classList.add("board");
    if (!host.hasAttribute("tabindex")) host.tabIndex = 0;
    if (!host.hasAttribute("role")) host.setAttribute("role", "application");
    this.svg = svg("svg", { class: "board-picture", "aria-hidden": "true", preserveAspectRatio: "xMidYMid meet" });
    this._symbols = svg("defs");
    this._drawing = svg("g");
    this._layers = svg("g");
    /** Above everything else: what is in the hand. */
    this.top = svg("g");
    this.svg.append(this._symbols, this._drawing, this._layers, this.top);
    host.append(this.svg);
    /** @type {Picture | null} */
    this.picture = null;
    /** @type {Set<string>} what lies there, as text */
    this._laid = new Set();
    this.view = new BoardView(this.svg, () => {
      host.classList.toggle("is-fitted", this.view.isFitted);
      this.dispatchEvent(new Event("view"));
    });
    this.gestures = new BoardGestures(host, this.view);
    this._measure();
    new ResizeObserver(() => this._measure()).observe(host);
    host.addEventListener("keydown", (event) => this._key(event));
  }

  get side() {
    return this.picture?.side ?? 40;
  }

  /**
   * Draw another picture; the eye stays where it is.
   * @param {Picture} picture
   * @param {{isQuiet?: boolean}} [how] quiet: nothing comes down softly, since it was seen lying there
   */
  show(picture, { isQuiet = false } = {}) {
    if (picture.symbols !== this.picture?.symbols) this._symbols.innerHTML = picture.symbols;
    if (picture.board !== this.picture?.board) {
      this._drawing.innerHTML = picture.board;
      this._letFall(isQuiet || !this.picture);
    }
    this._colour(picture);
    this.picture = picture;
    this.host.setAttribute("aria-label", picture.summary);
    this.view.lie(picture.box, picture.side);
  }

  /**
   * The whole box in sight.
   * @param {boolean} isAnimated
   */
  fit(isAnimated) {
    this.view.fit(isAnimated);
  }

  /**
   * SVG text in a layer of that name above the board; empty text takes the layer away.
   * @param {string} name
   * @param {string} text
   */
  overlay(name, text) {
    let layer = [...this._layers.children].find((child) => child.getAttribute("data-layer") === name);
    if (!text) {
      layer?.remove();
      return;
    }
    if (!layer) {
      layer = svg("g", { "data-layer": name });
      this._layers.append(layer);
    }
    layer.innerHTML = text;
  }

  /**
   * The point of the board under a point of the window, in its units.
   * @param {number} clientX @param {number} clientY
   */
  pointAt(clientX, clientY) {
    const room = this.host.getBoundingClientRect();
    return this.view.at(clientX - room.left, clientY - room.top);
  }

  /**
   * The cell under a point of the window.
   * @param {number} clientX @param {number} clientY @returns {[number, number]}
   */
  cellAt(clientX, clientY) {
    const [x, y] = this.pointAt(clientX, clientY);
    return [Math.floor(x / this.side), Math.floor(y / this.side)];
  }

  /**
   * Whether that point of the window is on the board.
   * @param {number} clientX @param {number} clientY
   */
  has(clientX, clientY) {
    const room = this.host.getBoundingClientRect();
    return clientX >= room.left && clientX < room.right && clientY >= room.top && clientY < room.bottom;
  }

  _measure() {
    this.view.resize(this.host.clientWidth, this.host.clientHeight);
  }

  /**
   * The table goes on beyond what is drawn.
   * @param {Picture} picture
   */
  _colour({ theme }) {
    for (const name of /** @type {const} */ (["table", "ink", "quiet", "mark", "good", "bad"])) {
      this.host.style.setProperty(`--board-${name}`, theme[name]);
    }
    this.host.classList.toggle("is-bold", theme.is_bold);
  }

  /**
   * What was not there before comes down softly.
   * @param {boolean} isQuiet
   */
  _letFall(isQuiet) {
    const elements = [...this._drawing.querySelectorAll(LAID)].filter((element) => !element.parentElement?.closest(LAID));
    const texts = elements.map((element) => element.outerHTML);
    const fresh = elements.filter((_, index) => !this._laid.has(texts[index]));
    this._laid = new Set(texts);
    if (isQuiet || fresh.length > MANY) return;
    for (const element of fresh) element.classList.add("is-new");
    if (fresh.length && !this.view.isFitted) this._follow(fresh);
  }

  /**
   * What was laid out of sight comes into sight.
   * @param {Element[]} fresh
   */
  _follow(fresh) {
    const room = this.host.getBoundingClientRect();
    const boxes = fresh.map((element) => element.getBoundingClientRect());
    const [left, right] = [Math.min(...boxes.map((box) => box.left)), Math.max(...boxes.map((box) => box.right))];
    const [top, bottom] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
    const dx = Math.min(0, left - room.left) + Math.max(0, right - room.right);
    const dy = Math.min(0, top - room.top) + Math.max(0, bottom - room.bottom);
    const { x, y, scale } = this.view;
    if (dx || dy) this.view.glide(x + (dx * 1.1) / scale, y + (dy * 1.1) / scale, scale, true);
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = /** @type {Record<string, [number, number]>} */ ({
      ArrowLeft: [1, 0],
      ArrowRight: [-1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    });
    const step = steps[event.key];
    if (step && this.gestures.holder?.isHolding()) return;
    if (step) this.view.pan(step[0] * PAN_STEP, step[1] * PAN_STEP);
    else if (event.key === "+" || event.key === "=") this.view.zoom(1.25);
    else if (event.key === "-") this.view.zoom(0.8);
    else if (event.key === "0") this.fit(true);
    else return;
    event.preventDefault();
  }
}
