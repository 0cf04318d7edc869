// What is in the hand, drawn over the board: the piece, its rim, which turns fit, the cells that a move may cover besides.
import { isCalm, html, svg } from "./svg.js";
import { isHinged } from "./hand-places.js";

/**
 * @typedef {import("./types.js").Piece} Piece
 * @typedef {import("./hand-places.js").Spot} Spot
 */

/**
 * All that is to be seen.
 * @typedef {object} Sight
 * @property {Piece} piece
 * @property {Spot} spot
 * @property {"legal" | "illegal" | "laid" | "try"} kind
 * @property {number[]} fitting turns that fit here
 * @property {[number, number]} grip
 * @property {boolean} isTurning whether the turn is being chosen by a gesture: the dial is large
 * @property {import("./hand-extras.js").Extras} extras
 * @property {string} extra SVG of what covers such a cell
 */

const DIAL = 15; // pixels
const WIDE_DIAL = 54;

export class HandGhost {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this._board = board;
    this._symbols = svg("defs");
    this._ghost = svg("g", { class: "ghost" });
    this._turning = svg("g");
    this._rims = [svg("rect", { class: "ghost-halo" }), svg("rect", { class: "ghost-rim" })];
    this._ghost.append(this._turning, ...this._rims);
    this._extras = svg("g", { class: "extras" });
    this._dial = svg("g", { class: "dial" });
    board.top.append(this._symbols, this._ghost, this._extras, this._dial);
    this._bubble = html("div", { class: "board-says", hidden: true });
    board.host.append(this._bubble);
    this._drawn = ""; // what the ghost shows, so that it is drawn anew only when it changes
    this._marked = "";
    /** @type {Sight | null} */
    this._sight = null;
    /** @type {[number, number] | null} a point of the board that the bubble belongs to */
    this._said = null;
    board.addEventListener("view", () => this._place());
  }

  /**
   * The symbols that the pieces need.
   * @param {string} text
   */
  learn(text) {
    if (this._symbols.innerHTML !== text) this._symbols.innerHTML = text;
    this._drawn = this._marked = "";
  }

  /** @param {Sight | null} sight */
  show(sight) {
    const before = this._sight;
    this._sight = sight;
    this._ghost.classList.toggle("is-seen", !!sight);
    if (!sight) {
      this._extras.replaceChildren();
      this._dial.replaceChildren();
      this._marked = this._drawn = "";
      return;
    }
    const { piece, spot, kind } = sight;
    const drawing = piece.drawings[spot.turn];
    const drawn = `${piece.name} ${spot.turn}`;
    if (drawn !== this._drawn) {
      this._turning.innerHTML = drawing.body;
      const [x, y, width, height] = drawing.box;
      for (const rim of this._rims) {
        for (const [name, value] of Object.entries({ x, y, width, height, rx: 2 })) rim.setAttribute(name, String(value));
      }
      if (this._drawn.startsWith(`${piece.name} `) && before) this._spin(before.spot.turn, sight);
      this._drawn = drawn;
    }
    for (const name of ["legal", "illegal", "laid", "try"]) this._ghost.classList.toggle(`is-${name}`, kind === name);
    if (!before) this._ghost.classList.add("is-fresh"); // no gliding from where the last one was
    const side = this._board.side;
    this._ghost.style.translate = `${spot.cell[0] * side}px ${spot.cell[1] * side}px`;
    if (!before) requestAnimationFrame(() => this._ghost.classList.remove("is-fresh"));
    this._cover(sight);
    this._place();
  }

  /**
   * The piece turns before the eye.
   * @param {number} from @param {Sight} sight
   */
  _spin(from, { piece, spot }) {
    if (isCalm()) return;
    const steps = ((spot.turn - from + piece.turns + 1) % piece.turns) - 1;
    const [x, y, width, height] = piece.drawings[spot.turn].box;
    const half = this._board.side / 2;
    const middle = isHinged(piece) ? [half, half] : [x + width / 2, y + height / 2];
    this._turning.style.transformOrigin = `${middle[0]}px ${middle[1]}px`;
    this._turning.getAnimations().forEach((animation) => animation.cancel());
    this._turning.animate([{ rotate: `${-90 * steps}deg` }, { rotate: "0deg" }], { duration: 130, easing: "ease-out" });
  }

  /**
   * The cells that may be covered, with what covers those that are chosen.
   * @param {Sight} sight
   */
  _cover({ extras, extra }) {
    const marked = JSON.stringify([extras.cells, extras.covered, extras.at]);
    if (marked === this._marked) return;
    this._marked = marked;
    const side = this._board.side;
    this._extras.replaceChildren(
      ...extras.cells.map(([x, y], index) => {
        const isChosen = extras.has([x, y]);
        const cell = svg("g", { class: `extra${isChosen ? " is-chosen" : ""}${index === extras.at ? " is-pointed" : ""}` });
        cell.style.translate = `${x * side}px ${y * side}px`;
        if (isChosen) {
          const body = svg("g", { class: "extra-body" });
          body.innerHTML = extra;
          cell.append(body);
        }
        cell.append(svg("rect", { x: side * 0.06, y: side * 0.06, width: side * 0.88, height: side * 0.88, rx: side * 0.1 }));
        return cell;
      }),
    );
  }

  /**
   * Words beside a point of the board; empty: none.
   * @param {string} text
   * @param {[number, number] | null} at
   * @param {boolean} isBad
   */
  say(text, at, isBad) {
    this._said = text ? at : null;
    this._bubble.hidden = !this._said;
    this._bubble.textContent = text;
    this._bubble.classList.toggle("is-bad", isBad);
    this._place();
  }

  /** What has the same size however near the table is. */
  _place() {
    const view = this._board.view;
    this._drawDial(view.scale);
    if (!this._said) return;
    const [px, py] = view.seen(...this._said);
    const { offsetWidth: width, offsetHeight: height } = this._bubble;
    const clear = 14 + (this._sight ? Math.min(90, this._reach() * view.scale) : 0);
    const x = Math.max(6, Math.min(view.width - width - 6, px - width / 2));
    const y = py + clear + height + 6 < view.height ? py + clear : Math.max(6, py - clear - height);
    this._bubble.style.translate = `${x}px ${y}px`;
  }

  /** How far the piece reaches south of its grip, in units. */
  _reach() {
    if (!this._sight) return 0;
    const { piece, spot, grip } = this._sight;
    const [, y, , height] = piece.drawings[spot.turn].box;
    return Math.max(0, spot.cell[1] * this._board.side + y + height - grip[1]);
  }

  /**
   * Which turns fit: a dot for each, in the direction to which the piece points.
   * @param {number} scale
   */
  _drawDial(scale) {
    const sight = this._sight;
    const isWanted = sight && sight.piece.turns > 1 && sight.fitting.length > 0 && (sight.kind === "illegal" || sight.isTurning);
    if (!sight || !isWanted) {
      this._dial.replaceChildren();
      return;
    }
    const { piece, spot, fitting, isTurning, grip } = sight;
    const side = this._board.side;
    const [x, y, width, height] = piece.drawings[spot.turn].box;
    const radius = isTurning ? Math.max(WIDE_DIAL / scale, Math.max(width, height) * 0.62) : DIAL / scale;
    const middle = isTurning ? grip : [spot.cell[0] * side + x + width + radius * 0.4, spot.cell[1] * side + y - radius * 0.4];
    const ring = svg("circle", {
      class: isTurning ? "dial-ring is-wide" : "dial-ring",
      r: radius,
      "stroke-width": (isTurning ? 3 : 1.5) / scale,
    });
    const dots = Array.from({ length: piece.turns }, (_, turn) => {
      const angle = ((turn * 90 - (isHinged(piece) ? 0 : 90)) * Math.PI) / 180;
      const far = radius * (isTurning ? 1 : 0.62);
      const size = (isTurning ? 9 : 3.6) / scale;
      const kind = `${fitting.includes(turn) ? "is-good" : "is-poor"}${turn === spot.turn ? " is-now" : ""}`;
      return svg("circle", {
        class: `dial-dot ${kind}`,
        cx: Math.cos(angle) * far,
        cy: Math.sin(angle) * far,
        r: size,
        "stroke-width": 1.5 / scale,
      });
    });
    this._dial.replaceChildren(ring, ...dots);
    this._dial.style.translate = `${middle[0]}px ${middle[1]}px`;
  }
}
