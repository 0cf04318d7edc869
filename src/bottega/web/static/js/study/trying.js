// Trying other moves: the hand of the tables, at any moment of the game.
import { get, post, reasonOf } from "../api.js";
import { Hand } from "../hand.js";
import { currentTheme } from "../theme.js";

/** @typedef {import("./tree.js").Node} Node */

/** Events: "arrived" with the path, and whether it is new, as detail; "theirs" with a decision, if the study is somebody else's. */
export class Trying extends EventTarget {
  /** @param {import("../board.js").Board} board @param {HTMLElement} place @param {HTMLElement} toggle @param {string} api */
  constructor(board, place, toggle, api) {
    super();
    this._api = api;
    this._place = place;
    this._toggle = toggle;
    /** @type {Node | null} */
    this._node = null;
    this.hand = new Hand(board, place, {
      why: (piece, x, y, turn) => get(`${api}/why?${new URLSearchParams({ path: this._node?.path ?? "", piece, x: `${x}`, y: `${y}`, turn: `${turn}` })}`),
    });
    this.hand.addEventListener("decide", (event) => void this.play(/** @type {CustomEvent} */ (event).detail));
    toggle.addEventListener("click", () => this.switch(!this.isOn));
  }

  get isOn() {
    return this._toggle.getAttribute("aria-pressed") === "true";
  }

  /** @param {boolean} isOn */
  switch(isOn) {
    this._toggle.setAttribute("aria-pressed", String(isOn));
    this._place.hidden = !isOn;
    if (!isOn) this.hand.give(null);
    else if (this._node) void this.show(this._node);
  }

  /**
   * Another moment: what could be done there.
   * @param {Node} node
   */
  async show(node) {
    this._node = node;
    if (!this.isOn) return;
    this.hand.give(null);
    const turn = node.told.decides < 0 ? null : await get(`${this._api}/turn?${new URLSearchParams({ path: node.path, theme: currentTheme() })}`).catch(() => null);
    if (this._node === node && this.isOn) this.hand.give(turn);
  }

  /**
   * Go on with a move; the server says whether it is new.
   * @param {{move: string, extras: [number, number][]}} decision
   */
  async play({ move, extras }) {
    try {
      const arrived = await post(`${this._api}/play`, { path: this._node?.path ?? "", move, extras });
      this.dispatchEvent(new CustomEvent("arrived", { detail: arrived }));
    } catch (error) {
      const status = /** @type {{status?: number}} */ (error).status;
      if (status === 403) {
        this.hand.reopen("");
        this.dispatchEvent(new CustomEvent("theirs", { detail: { path: this._node?.path ?? "", move, extras } }));
      } else if (this.isOn) this.hand.reopen(reasonOf(error));
      else this.dispatchEvent(new CustomEvent("refused", { detail: reasonOf(error) }));
    }
  }
}
