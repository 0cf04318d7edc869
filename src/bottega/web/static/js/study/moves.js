// The list of moves with the variations between them, and stepping through it.
import { html } from "../svg.js";
import { word } from "../words.js";
import { lineFrom } from "./tree.js";

/**
 * @typedef {import("./tree.js").Node} Node
 * @typedef {import("./tree.js").Tree} Tree
 * @typedef {import("./types.js").Judgement} Judgement
 */

/** What stands behind a move, as in chess. */
export const GLYPHS = { "": "", inaccuracy: "?!", mistake: "?", blunder: "??" };

/** Event "go" with the node as detail. */
export class Moves extends EventTarget {
  /** @param {HTMLElement} panel with an ordered list, buttons that say `data-step`, and a place that says where we are */
  constructor(panel) {
    super();
    this._panel = panel;
    this._list = /** @type {HTMLElement} */ (panel.querySelector("ol"));
    /** @type {Tree | null} */
    this._tree = null;
    /** @type {Node | null} */
    this._at = null;
    /** @type {Map<string, HTMLElement>} */
    this._buttons = new Map();
    for (const button of panel.querySelectorAll("[data-step]")) {
      button.addEventListener("click", () => this.step(/** @type {HTMLElement} */ (button).dataset.step ?? ""));
    }
    this._list.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      if (button && this._tree) this._go(this._tree.find(button.dataset.path ?? ""));
    });
  }

  /** @param {Tree} tree @param {Judgement[]} judgements */
  show(tree, judgements) {
    this._tree = tree;
    this._buttons.clear();
    const rows = tree.main.slice(1).map((node) => this._row(node, judgements[node.ply - 1]));
    this._list.replaceChildren(...rows);
    if (this._at) this.mark(tree.find(this._at.path));
  }

  /** @param {Node} node @param {Judgement | undefined} judgement */
  _row(node, judgement) {
    const mark = judgement?.mark ?? "";
    const glyph = mark ? [html("b", { class: `glyph is-${mark}`, title: judgement?.mark_words ?? "" }, GLYPHS[mark])] : [];
    const button = this._button(node, html("span", { class: "said" }, node.told.words), ...glyph);
    const row = html("li", { value: node.ply, class: `by-${node.told.seat}` }, button);
    if (node.told.comment) row.append(html("p", { class: "comment" }, node.told.comment));
    const others = node.parent?.children.slice(1) ?? [];
    for (const other of others) row.append(html("p", { class: "variation" }, ...this._variation(other)));
    return row;
  }

  /**
   * A line besides the game, in the short notation.
   * @param {Node} first @returns {(HTMLElement | string)[]}
   */
  _variation(first) {
    /** @type {(HTMLElement | string)[]} */
    const parts = [];
    for (const node of lineFrom(first)) {
      parts.push(html("span", { class: "number" }, `${node.ply}.`), this._button(node, node.told.move), " ");
      if (node.told.comment) parts.push(html("span", { class: "comment" }, node.told.comment), " ");
      if (node === first) continue;
      for (const other of node.parent?.children.slice(1) ?? []) parts.push("(", ...this._variation(other), ") ");
    }
    return parts;
  }

  /** @param {Node} node @param {...(HTMLElement | string)} content */
  _button(node, ...content) {
    const button = html("button", { type: "button", "data-path": node.path, title: node.told.words }, ...content);
    this._buttons.set(node.path, button);
    return button;
  }

  /**
   * The moment that is seen.
   * @param {Node} node
   */
  mark(node) {
    this._at = node;
    this._list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const now = this._buttons.get(node.path);
    now?.setAttribute("aria-current", "step");
    this._list.scrollTop = now ? now.offsetTop - this._list.clientHeight / 2 : 0;
    for (const button of this._panel.querySelectorAll("[data-step]")) {
      const isBack = ["first", "back"].includes(/** @type {HTMLElement} */ (button).dataset.step ?? "");
      /** @type {HTMLButtonElement} */ (button).disabled = isBack ? !node.parent : !node.children.length;
    }
    const where = this._panel.querySelector("[data-where]");
    const count = node.ply + lineFrom(node).length - 1;
    if (where) where.textContent = word("study_at", { ply: node.ply, count });
  }

  /** @param {string} step first, back, on or last; "up" and "down" go to the line before and after */
  step(step) {
    const at = this._at;
    if (!at || !this._tree) return;
    const line = lineFrom(at);
    const sisters = at.parent?.children ?? [at];
    const place = sisters.indexOf(at);
    const to = {
      first: this._tree.root,
      back: at.parent,
      on: at.children[0],
      last: line[line.length - 1],
      up: sisters[place - 1],
      down: sisters[place + 1],
    }[step];
    if (to) this._go(to);
  }

  /** @param {Node} node */
  _go(node) {
    if (node !== this._at) this.dispatchEvent(new CustomEvent("go", { detail: node }));
  }
}
