// What is to be said about the moment that is seen: the move that led there, and the best ways to go on.
import { get, post, reasonOf } from "../api.js";
import { html } from "../svg.js";
import { word } from "../words.js";
import { GLYPHS } from "./moves.js";
import { percent, signed } from "./numbers.js";

/**
 * @typedef {import("./tree.js").Node} Node
 * @typedef {import("./types.js").Choice} Choice
 * @typedef {import("./types.js").Judgement} Judgement
 * @typedef {import("./types.js").Study} Study
 * @typedef {{seat: number, choices: Choice[]}} Looked
 */

const WORTH_TELLING = 0.005; // of a win

/** Events: "try" with a move as detail; "looked" when a machine has looked. */
export class Here extends EventTarget {
  /** @param {HTMLElement} place @param {string} api */
  constructor(place, api) {
    super();
    this._api = api;
    this._told = /** @type {HTMLElement} */ (place.querySelector("[data-told]"));
    this._best = /** @type {HTMLElement} */ (place.querySelector("[data-best]"));
    /** @type {Map<string, Looked | null>} what machines found besides the analysis of the game */
    this._looks = new Map();
    /** @type {Study | null} */
    this._study = null;
    /** @type {Node | null} */
    this._node = null;
  }

  /** @param {Study} study @param {Node} node */
  show(study, node) {
    this._study = study;
    this._node = node;
    this._told.replaceChildren(...this._tell(study, node));
    void this._advise(study, node);
  }

  // ---------------------------------------------------------------- the move that led here

  /** @param {Study} study @param {Node} node */
  _tell(study, node) {
    if (!node.parent) return [html("p", { class: "now" }, word("study_before"))];
    const judgement = judgementOf(study, node);
    const told = [html("p", { class: "now" }, html("span", { class: "number" }, `${node.ply}.`), ` ${node.told.words} `, html("code", {}, node.told.move))];
    if (!judgement) return told;
    const { mark, mark_words: words, loss, best, choices } = judgement;
    const better = choices.find((choice) => choice.move === best);
    if (mark) {
      const glyph = html("b", { class: `glyph is-${mark}`, "aria-hidden": "true" }, GLYPHS[mark]);
      const said = word("study_loss", { mark: words[0].toUpperCase() + words.slice(1), loss: percent(loss) });
      told.push(html("p", { class: "verdict" }, glyph, ` ${said} `, better ? word("study_better", { words: better.words }) : ""));
    } else if (judgement.legal === 1) told.push(html("p", { class: "quiet" }, word("study_only")));
    const reasons = choices.find((choice) => choice.move === judgement.played)?.reasons;
    if (reasons) told.push(html("p", {}, reasons));
    const luck = judgement.luck[judgement.seat];
    if (Math.abs(luck) >= WORTH_TELLING) {
      told.push(html("p", { class: "quiet" }, word("study_luck", { luck: signed(luck), name: nameOf(study, judgement.seat) })));
    }
    return told;
  }

  // ---------------------------------------------------------------- ways to go on

  /** @param {Study} study @param {Node} node */
  async _advise(study, node) {
    if (node.told.decides < 0) {
      this._best.replaceChildren(html("p", { class: "quiet" }, word("study_nowhere")));
      return;
    }
    const judged = node.isMain ? study.analysis?.decisions[node.ply] : undefined;
    const looked = judged ? { seat: judged.seat, choices: judged.choices } : this._looks.get(node.path);
    if (looked) this._list(looked, judged?.played ?? "");
    else this._offer(node);
    if (looked !== undefined) return;
    const found = /** @type {Looked | null} */ (await get(`${this._api}/look?path=${node.path}`).catch(() => null));
    this._looks.set(node.path, found);
    if (found && this._node === node) this._found(found);
  }

  /** @param {Looked} found */
  _found(found) {
    this._list(found, "");
    this.dispatchEvent(new Event("looked"));
  }

  /** @param {Node} node */
  _offer(node) {
    const button = html("button", { type: "button", "data-ask": true }, word("study_ask"));
    button.addEventListener("click", () => void this.ask(node));
    this._best.replaceChildren(html("h2", {}, word("study_here", { name: nameOf(/** @type {Study} */ (this._study), node.told.decides) })), button);
  }

  /**
   * Let a machine look at a position.
   * @param {Node} node
   */
  async ask(node) {
    const status = html("p", { class: "quiet", role: "status" }, word("study_asking"));
    this._best.replaceChildren(status);
    try {
      const found = await post(`${this._api}/look`, { path: node.path });
      this._looks.set(node.path, found);
      if (this._node === node && found) this._found(found);
    } catch (error) {
      if (this._node !== node) return;
      this._offer(node);
      this._best.append(html("p", { class: "error", role: "alert" }, reasonOf(error)));
    }
  }

  /** @param {Looked} looked @param {string} played */
  _list({ seat, choices }, played) {
    const rows = choices.map((choice) => {
      const chance = choice.wins[seat];
      const bar = html("span", { class: "bar", "aria-hidden": "true" }, html("span"));
      /** @type {HTMLElement} */ (bar.firstElementChild).style.width = `${100 * chance}%`;
      const said = html("span", { class: "said" }, choice.words, ...(choice.move === played ? [html("em", {}, ` ${word("study_played")}`)] : []));
      const button = html("button", { type: "button", title: choice.line.join(" ") }, said, html("strong", {}, percent(chance)), bar);
      button.addEventListener("click", () => this.dispatchEvent(new CustomEvent("try", { detail: choice.move })));
      return html("li", {}, button, ...(choice.reasons ? [html("p", { class: "quiet" }, choice.reasons)] : []));
    });
    this._best.replaceChildren(html("h2", {}, word("study_best", { name: nameOf(/** @type {Study} */ (this._study), seat) })), html("ol", { class: "choices" }, ...rows));
  }

  /**
   * The chances to win of all seats at a node, as far as they are known.
   * @param {Study} study @param {Node} node @returns {number[] | null}
   */
  chances(study, node) {
    const found = node.isMain && study.analysis ? chancesOf(study.analysis)[node.ply] : undefined;
    return found ?? this._looks.get(node.path)?.choices[0]?.wins ?? null;
  }
}

/**
 * The chances of all seats after so many moves: what the best move there is worth, at the end the result.
 * @param {import("./types.js").Analysis} analysis
 * @returns {number[][]}
 */
export function chancesOf({ decisions }) {
  return [...decisions.map((decision) => decision.before), decisions[decisions.length - 1].arrived];
}

/** @param {Study} study @param {Node} node @returns {Judgement | undefined} */
function judgementOf(study, node) {
  return node.isMain ? study.analysis?.decisions[node.ply - 1] : undefined;
}

/** @param {Study} study @param {number} seat @returns {string} */
export function nameOf(study, seat) {
  return study.seats[seat].player || study.seats[seat].colour;
}
