// Asking: a machine for a hint, and the table which pieces fit into a cell.
import { reasonOf } from "../api.js";
import { drawn, html, svg } from "../svg.js";
import { word } from "../words.js";

/**
 * @typedef {import("./types.js").Candidate} Candidate
 * @typedef {import("../types.js").Piece} Piece
 */

export class Advice {
  /**
   * @param {HTMLElement} place where answers are shown
   * @param {import("../board.js").Board} board
   * @param {import("../hand.js").Hand} hand
   * @param {(question: string) => Promise<any>} ask for the answer of the server to `fits?...`
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

  /** What the machine thinks. @param {Candidate[]} candidates @param {number} seat who asked */
  hint(candidates, seat) {
    const percent = new Intl.NumberFormat(document.documentElement.lang, { style: "percent" });
    const rows = candidates.slice(0, 3).map((candidate) => {
      const chance = percent.format(candidate.wins[seat]);
      const button = html(
        "button",
        { type: "button", title: word("hint_chance", { chance }) },
        html("span", {}, this._words(candidate.move)),
        html("strong", {}, chance),
      );
      button.addEventListener("click", () => this._hand.tryMove(candidate.move));
      const reasons = candidate.reasons.map((reason) => html("li", {}, reason));
      return html("li", {}, button, ...(reasons.length ? [html("ul", {}, ...reasons)] : []));
    });
    this._say(word("hint_says"), html("ol", { class: "hints" }, ...rows));
    if (candidates[0]) this._hand.tryMove(candidates[0].move);
  }

  /** A move as the buttons say it. @param {string} move */
  _words(move) {
    const said = this._hand.turn?.words.find((found) => found.move === move);
    return said?.label ?? move;
  }

  /** @param {string} title @param {...Node} content */
  _say(title, ...content) {
    const close = html("button", { type: "button", class: "icon", "aria-label": word("close") }, "×");
    close.addEventListener("click", () => this.clear());
    this._place.replaceChildren(html("div", { class: "row" }, html("h3", {}, title), close), ...content);
  }

  /** Whether the next tap on a cell asks which pieces fit there. @param {boolean} isOn */
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
