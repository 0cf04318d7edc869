// The game as a whole: the worst mistakes, and luck apart from decisions.
import { html } from "../svg.js";
import { word } from "../words.js";
import { nameOf } from "./here.js";
import { GLYPHS } from "./moves.js";
import { percent, signed } from "./numbers.js";

/**
 * @typedef {import("./types.js").Study} Study
 * @typedef {import("./types.js").Analysis} Analysis
 * @typedef {import("./types.js").Balance} Balance
 */

const MARKS = /** @type {const} */ (["blunder", "mistake", "inaccuracy"]);

/** Event "go" with the number of moves as detail. */
export class Report extends EventTarget {
  /** @param {HTMLElement} place */
  constructor(place) {
    super();
    this._mistakes = /** @type {HTMLElement} */ (place.querySelector("[data-mistakes]"));
    this._balances = /** @type {HTMLElement} */ (place.querySelector("[data-balances]"));
  }

  /** @param {Study} study */
  show(study) {
    if (!study.analysis) return;
    this._mistakes.replaceChildren(...this._ranked(study, study.analysis));
    this._balances.replaceChildren(...this._table(study, study.analysis.balances));
  }

  /** @param {Study} study @param {Analysis} analysis */
  _ranked(study, { decisions, mistakes }) {
    if (!mistakes.length) return [html("li", { class: "quiet" }, word("study_no_mistakes"))];
    return mistakes.map((number) => {
      const decision = decisions[number - 1];
      const played = decision.choices.find((choice) => choice.move === decision.played);
      const best = decision.choices.find((choice) => choice.move === decision.best);
      const glyph = html("b", { class: `glyph is-${decision.mark || "mistake"}`, title: decision.mark_words }, GLYPHS[decision.mark]);
      const said = html("span", { class: "said" }, word("study_worst", { number, name: nameOf(study, decision.seat), words: played?.words ?? decision.played }));
      const button = html("button", { type: "button" }, glyph, said, html("strong", {}, signed(-decision.loss)));
      button.addEventListener("click", () => this.dispatchEvent(new CustomEvent("go", { detail: number })));
      const better = best ? `${word("study_better", { words: best.words })} ${best.reasons}` : "";
      return html("li", {}, button, html("p", { class: "quiet" }, better));
    });
  }

  /**
   * What there is to say about all seats, a column for each.
   * @param {Study} study @param {Balance[]} balances
   */
  _table(study, balances) {
    const names = balances.map((_, seat) => html("th", { scope: "col" }, html("span", { class: "swatch", "data-seat": seat }), nameOf(study, seat)));
    /** @param {string} key @param {(balance: Balance) => string} value @param {string} [kind] */
    const row = (key, value, kind = "") => {
      const head = html("th", { scope: "row", title: word(`study_${key}_means`) }, word(`study_${key}`));
      return html("tr", { class: kind }, head, ...balances.map((balance) => html("td", {}, value(balance))));
    };
    return [
      html("thead", {}, html("tr", {}, html("td"), ...names)),
      html(
        "tbody",
        {},
        row("start", (balance) => percent(balance.start)),
        row("decisions", (balance) => signed(balance.decisions), "strong"),
        row("gifts", (balance) => signed(balance.gifts)),
        row("fortune", (balance) => `${signed(balance.luck)} ±${percent(balance.luck_error)}`, "strong"),
        row("revision", (balance) => signed(balance.revision)),
        row("end", (balance) => percent(balance.end)),
      ),
      html("tbody", {}, ...MARKS.map((mark) => row(mark, (balance) => String(balance[mark])))),
    ];
  }
}
