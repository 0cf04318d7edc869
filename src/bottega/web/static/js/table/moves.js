// The list of moves, and stepping through them.
import { html } from "../svg.js";
import { word } from "../words.js";

/** @typedef {import("./types.js").Move} Move */

const PACE = 800; // milliseconds for a move of a replay

/** Event "step": the number of moves after which to look is the detail. */
export class Moves extends EventTarget {
  /** @param {HTMLElement} panel with an ordered list and buttons that say `data-step` */
  constructor(panel) {
    super();
    this._list = /** @type {HTMLOListElement} */ (panel.querySelector("ol"));
    this._panel = panel;
    this._count = 0;
    this._at = 0;
    this._to = 0; // where it goes, while the picture is on its way
    this._timer = 0;
    for (const button of panel.querySelectorAll("[data-step]")) {
      button.addEventListener("click", () => this.step(/** @type {HTMLElement} */ (button).dataset.step ?? ""));
    }
    this._list.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      if (button) this._go(Number(button.dataset.ply));
    });
  }

  /** @param {Move[]} moves @param {number} from which of them are new */
  show(moves, from) {
    while (this._list.children.length > from) this._list.lastElementChild?.remove();
    const rows = moves.slice(from).map((move, index) => this._row(move, from + index + 1));
    this._list.append(...rows);
    this._count = moves.length;
  }

  /** @param {Move} move @param {number} ply @returns {HTMLLIElement} */
  _row({ words, move }, ply) {
    const button = html("button", { type: "button", "data-ply": ply, title: move }, words);
    return html("li", {}, button);
  }

  /**
   * The moment that is seen.
   * @param {number} ply
   */
  mark(ply) {
    this._at = this._to = ply;
    for (const button of this._list.querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
    const now = this._list.children[ply - 1]?.firstElementChild;
    now?.setAttribute("aria-current", "step");
    const row = this._list.children[ply - 1];
    if (row instanceof HTMLElement) this._list.scrollTop = row.offsetTop - this._list.clientHeight / 2;
    else this._list.scrollTop = 0;
    for (const button of this._panel.querySelectorAll("[data-step]")) {
      const isBack = ["first", "back"].includes(/** @type {HTMLElement} */ (button).dataset.step ?? "");
      /** @type {HTMLButtonElement} */ (button).disabled = isBack ? ply === 0 : ply >= this._count;
    }
    const where = this._panel.querySelector("[data-where]");
    if (where) where.textContent = word("moves_at", { ply, count: this._count });
  }

  /** @param {string} step first, back, on or last */
  step(step) {
    const to = { first: 0, back: this._to - 1, on: this._to + 1, last: this._count }[step] ?? this._to;
    this._go(to);
  }

  /** From the start to the end by itself, until somebody steps. */
  replay() {
    this._go(0);
    this._timer = window.setInterval(
      () => (this._at < this._count ? this._show(this._at + 1) : clearInterval(this._timer)),
      PACE,
    );
  }

  /** @param {number} ply */
  _go(ply) {
    clearInterval(this._timer);
    this._show(ply);
  }

  /** @param {number} ply */
  _show(ply) {
    const to = Math.max(0, Math.min(this._count, ply));
    if (to === this._at && to === this._to) return;
    this._to = to;
    this.dispatchEvent(new CustomEvent("step", { detail: to }));
  }
}
