// The chances to win over the moves of the game: a band for each seat, one on top of the other, for they add up to one.
import { svg } from "../svg.js";
import { word } from "../words.js";
import { chancesOf } from "./here.js";
import { percent } from "./numbers.js";

/**
 * @typedef {import("./types.js").Analysis} Analysis
 * @typedef {import("./types.js").Seat} Seat
 */

const TOP = 6; // pixels above the bands, and below them
const RADIUS = 4.5; // of the marks

/** Event "go" with the number of moves as detail. */
export class Graph extends EventTarget {
  /** @param {HTMLElement} host whose size CSS settles */
  constructor(host) {
    super();
    this._host = host;
    this._svg = svg("svg", { "aria-hidden": "true" });
    this._bands = svg("g");
    this._marks = svg("g");
    this._now = svg("line", { class: "graph-now" });
    this._svg.append(this._bands, this._marks, this._now);
    host.append(this._svg);
    /** @type {number[][]} after so many moves, for each seat */
    this._chances = [];
    /** @type {Analysis | null} */
    this._analysis = null;
    /** @type {Seat[]} */
    this._seats = [];
    this._total = 1;
    this._at = 0;
    new ResizeObserver(() => this._draw()).observe(host);
    host.addEventListener("pointerdown", (event) => this._point(event));
    host.addEventListener("pointermove", (event) => {
      if (event.buttons & 1) this._point(event);
    });
    host.addEventListener("keydown", (event) => this._key(event));
  }

  /** @param {Analysis} analysis @param {Seat[]} seats @param {number} total moves of the game @param {string} theme */
  show(analysis, seats, total, theme) {
    this._analysis = analysis;
    this._seats = seats;
    this._theme = theme;
    this._total = Math.max(1, total);
    this._chances = chancesOf(analysis);
    this._host.setAttribute("aria-valuemax", String(total));
    this._draw();
    this.mark(this._at);
  }

  /**
   * Where we are.
   * @param {number} ply
   */
  mark(ply) {
    this._at = ply;
    const x = this._x(ply);
    for (const name of ["x1", "x2"]) this._now.setAttribute(name, String(x));
    this._now.setAttribute("y1", "0");
    this._now.setAttribute("y2", String(this._host.clientHeight));
    this._host.setAttribute("aria-valuenow", String(ply));
    const chances = this._chances[ply];
    if (!chances) return;
    const told = this._seats.map((seat, number) => word("study_chance", { name: seat.player || seat.colour, chance: percent(chances[number]) }));
    this._host.setAttribute("aria-valuetext", word("study_graph_at", { ply, chances: told.join(", ") }));
  }

  /** @param {number} ply */
  _x(ply) {
    return (ply / this._total) * this._host.clientWidth;
  }

  /** @param {number} part of all chances, from below */
  _y(part) {
    const height = this._host.clientHeight - 2 * TOP;
    return TOP + (1 - part) * height;
  }

  _draw() {
    if (!this._analysis) return;
    this._svg.setAttribute("viewBox", `0 0 ${this._host.clientWidth} ${this._host.clientHeight}`);
    /** @type {number[]} what is below the band */
    let below = this._chances.map(() => 0);
    const bands = [...this._seats.keys()].reverse().map((seat) => {
      const above = below.map((part, ply) => part + this._chances[ply][seat]);
      const edge = above.map((part, ply) => `${this._x(ply).toFixed(1)} ${this._y(Math.min(1, part)).toFixed(1)}`);
      const back = below.map((part, ply) => `${this._x(ply).toFixed(1)} ${this._y(part).toFixed(1)}`).reverse();
      below = above;
      const paint = this._seats[seat].paint[this._theme ?? "warm"];
      return { band: svg("path", { d: `M${edge.join("L")}L${back.join("L")}Z`, fill: paint }), rim: svg("path", { d: `M${edge.join("L")}`, class: "graph-rim" }) };
    });
    const last = bands.length - 1;
    const half = svg("line", { class: "graph-half", x1: 0, x2: this._host.clientWidth, y1: this._y(0.5), y2: this._y(0.5) });
    const rims = bands.slice(0, last).map(({ rim }) => rim);
    this._bands.replaceChildren(...bands.map(({ band }) => band), ...rims, ...(last === 1 ? [half] : []));
    this._marks.replaceChildren(...this._dots());
    this.mark(this._at);
  }

  /** A mark where somebody went wrong, on the edge of his or her band. */
  _dots() {
    const { decisions } = /** @type {Analysis} */ (this._analysis);
    return decisions
      .filter((decision) => decision.mark)
      .map((decision) => {
        const chances = this._chances[decision.number];
        const below = chances.slice(decision.seat + 1).reduce((sum, chance) => sum + chance, 0);
        const edge = decision.seat === 0 ? below : below + chances[decision.seat];
        return svg("circle", { cx: this._x(decision.number), cy: this._y(Math.min(1, edge)), r: RADIUS, class: `graph-mark is-${decision.mark}` });
      });
  }

  /** @param {PointerEvent} event */
  _point(event) {
    if (!this._analysis) return;
    const room = this._host.getBoundingClientRect();
    const ply = Math.round(((event.clientX - room.left) / room.width) * this._total);
    this._go(ply);
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    const steps = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10, Home: -this._total, End: this._total });
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    this._go(this._at + step);
  }

  /** @param {number} ply */
  _go(ply) {
    const to = Math.max(0, Math.min(this._total, ply));
    if (to !== this._at) this.dispatchEvent(new CustomEvent("go", { detail: to }));
  }
}
