// Asking: a machine for a hint, and the table which pieces fit into a cell.
import { reasonOf } from "../api.js";
import { drawn, html, svg } from "../svg.js";
import { word } from "../words.js";

/**
 * @typedef {import("./types.js").Candidate} Candidate
 * @typedef {import("../types.js").Piece} Piece
 * @typedef {import("../types.js").ReadMove} ReadMove
 */

export class Advice {
  /**
   * @param {HTMLElement} place where answers are shown
   * @param {import("../board.js").Board} board
   * @param {import("../hand.js").Hand} hand
   * @param {(question: string) => Promise<any>} ask the server: `fits?...`, `read?...`
   * @param {HTMLElement} toggle the button of the question what fits
   */
  constructor(place, board, hand, ask, toggle) {
    this._place = place;
    this._board = board;
    this._hand = hand;
    this._ask = ask;
    this._toggle = toggle;
    this._holder = board.gestures.holder;
    this._symbols = svg("svg", { class: "unseen", "aria-hidden": "true" });
    toggle.addEventListener("click", () => this.ask(!this.isAsking));
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.isAsking) this.ask(false);
    });
  }

  get isAsking() {
    return this._toggle.getAttribute("aria-pressed") === "true";
  }

  /** Nothing to be said any more: the position is another one. */
  clear() {
    this._place.replaceChildren();
    this._board.overlay("asked", "");
    this.ask(false);
  }

  /**
   * What the machine thinks.
   * @param {Candidate[]} candidates @param {number} seat who asked
   */
  async hint(candidates, seat) {
    const turn = this._hand.turn;
    const best = candidates.slice(0, 3);
    /** @type {ReadMove[]} */
    const read = await Promise.all(best.map(({ move }) => this._ask(`read?text=${encodeURIComponent(move)}`)));
    if (turn !== this._hand.turn) return; // it is another decision by now
    const rows = best.map((candidate, index) => this._candidate(candidate, read[index], seat));
    this._say(word("hint_says"), html("ol", { class: "hints" }, ...rows));
    this._hand.tryMove(read[0].move, read[0].extras);
  }

  /** @param {Candidate} candidate @param {ReadMove} read @param {number} seat */
  _candidate({ wins, reasons }, { move, extras, words }, seat) {
    const chance = new Intl.NumberFormat(document.documentElement.lang, { style: "percent" }).format(wins[seat]);
    const label = [html("span", {}, words), html("strong", {}, chance)];
    const button = html("button", { type: "button", title: word("hint_chance", { chance }) }, ...label);
    button.addEventListener("click", () => this._hand.tryMove(move, extras));
    const because = reasons.map((reason) => html("li", {}, reason));
    return html("li", {}, button, ...(because.length ? [html("ul", {}, ...because)] : []));
  }

  /** @param {string} title @param {...Node} content */
  _say(title, ...content) {
    const close = html("button", { type: "button", class: "icon", "aria-label": word("close") }, "×");
    close.addEventListener("click", () => this.clear());
    this._place.replaceChildren(html("div", { class: "row" }, html("h2", {}, title), close), ...content);
  }

  /**
   * Whether the next tap on a cell asks which pieces fit there.
   * @param {boolean} isOn
   */
  ask(isOn) {
    if (isOn === this.isAsking) return;
    this._toggle.setAttribute("aria-pressed", String(isOn));
    this._board.host.classList.toggle("is-asking", isOn);
    this._hand.pause(isOn ? word("fits_where") : "");
    this._board.gestures.holder = isOn ? this._listener() : this._holder;
    if (isOn) this._say(word("fits_where"));
    else this._board.overlay("asked", "");
  }

  /** @returns {import("../board-gestures.js").Holder} */
  _listener() {
    const nothing = () => {};
    return {
      isHolding: () => false,
      hover: nothing,
      leave: nothing,
      press: () => false,
      drag: nothing,
      release: nothing,
      cancel: nothing,
      turn: () => false,
      tap: (event) => void this._fits(this._board.cellAt(event.clientX, event.clientY)),
    };
  }

  /** @param {[number, number]} cell */
  async _fits([x, y]) {
    const side = this._board.side;
    const edge = `x="${x * side + 1}" y="${y * side + 1}" width="${side - 2}" height="${side - 2}"`;
    this._board.overlay("asked", `<rect ${edge} class="asked"/>`);
    try {
      const { pieces, symbols } = await this._ask(`fits?x=${x}&y=${y}`);
      this._symbols.innerHTML = `<defs>${symbols}</defs>`;
      this._say(
        pieces.length ? word("fits_these") : word("fits_none"),
        this._symbols,
        html("div", { class: "fits" }, ...pieces.map(shown)),
      );
    } catch (error) {
      this._say(reasonOf(error));
    }
  }
}

/** @param {Piece} piece */
function shown(piece) {
  const drawing = piece.drawings[0];
  const picture = drawn(drawing, 44 / Math.max(drawing.box[2], drawing.box[3]));
  const amount = piece.amount > 1 ? [html("small", {}, `×${piece.amount}`)] : [];
  return html("figure", { title: piece.words, role: "img", "aria-label": `${piece.words} ×${piece.amount}` }, picture, ...amount);
}
