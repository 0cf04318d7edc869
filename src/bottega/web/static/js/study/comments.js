// What somebody says about a move: the owner of the study writes it, everybody reads it in the list of moves.
import { post, reasonOf } from "../api.js";
import { word } from "../words.js";

/** @typedef {import("./tree.js").Node} Node */

/** Event "changed". */
export class Comments extends EventTarget {
  /** @param {HTMLElement} place a form with a text area @param {string} api */
  constructor(place, api) {
    super();
    this._place = /** @type {HTMLFormElement} */ (place);
    this._api = api;
    this._text = /** @type {HTMLTextAreaElement} */ (place.querySelector("textarea"));
    this._says = /** @type {HTMLElement} */ (place.querySelector("[data-says]"));
    /** @type {Node | null} */
    this._node = null;
    place.addEventListener("submit", (event) => {
      event.preventDefault();
      void this._keep();
    });
  }

  /** @param {Node} node @param {boolean} isMine */
  show(node, isMine) {
    this._place.hidden = !isMine;
    if (this._node?.path === node.path && document.activeElement === this._text) return;
    if (this._node?.path !== node.path) this._says.textContent = "";
    this._node = node;
    this._text.value = node.told.comment;
  }

  async _keep() {
    const path = this._node?.path ?? "";
    try {
      await post(`${this._api}/comment`, { path, comment: this._text.value });
      this._text.blur();
      this.dispatchEvent(new Event("changed"));
      this._says.textContent = word("study_comment_saved");
    } catch (error) {
      this._says.textContent = reasonOf(error);
    }
  }
}
