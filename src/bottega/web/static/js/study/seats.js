// Who played: name, score, chance to win, and what lies in front of each seat.
import { html } from "../svg.js";
import { word } from "../words.js";
import { percent } from "./numbers.js";

/**
 * @typedef {import("./types.js").Study} Study
 * @typedef {import("./tree.js").Node} Node
 * @typedef {import("../types.js").Picture} Picture
 * @typedef {import("../types.js").Drawing} Drawing
 */

export class Seats {
  /** @param {HTMLElement} place with an element for each seat, and one for what lies there for all */
  constructor(place) {
    this._seats = /** @type {HTMLElement[]} */ ([...place.querySelectorAll(".seat")]);
    this._common = /** @type {SVGSVGElement | null} */ (place.querySelector(".common"));
  }

  /** @param {Study} study @param {Node} node @param {number[] | null} chances */
  show(study, node, chances) {
    this._seats.forEach((element, seat) => {
      element.classList.toggle("is-deciding", node.told.decides === seat);
      element.classList.toggle("is-winner", node.told.decides < 0 && study.seats[seat].is_winner);
      const [first, ...rest] = node.told.score[seat];
      const score = element.querySelector(".seat-score");
      const words = study.score_parts.map((part, index) => `${part}: ${node.told.score[seat][index]}`).join(", ");
      score?.replaceChildren(String(first), ...(rest.length ? [html("small", {}, rest.map((part) => `/${part}`).join(""))] : []));
      score?.setAttribute("title", words);
      score?.setAttribute("aria-label", words);
      const chance = element.querySelector(".seat-chance");
      if (!chance) return;
      chance.textContent = chances ? percent(chances[seat]) : "";
      chance.setAttribute("title", chances ? word("study_total", { chance: percent(chances[seat]) }) : "");
    });
  }

  /**
   * What lies in front of everybody.
   * @param {Picture} picture
   */
  lay(picture) {
    picture.trays.forEach((tray, seat) => {
      this._seats[seat].classList.toggle("has-token", tray.box[2] < 2 * tray.box[3]);
      put(this._seats[seat].querySelector("svg"), tray);
    });
    put(this._common, picture.common);
  }
}

/** @param {Element | null | undefined} element @param {Drawing} drawing */
function put(element, { box, body }) {
  if (!(element instanceof SVGSVGElement)) return;
  element.toggleAttribute("hidden", !body);
  element.setAttribute("viewBox", box.join(" "));
  if (element.innerHTML !== body) element.innerHTML = body;
}
