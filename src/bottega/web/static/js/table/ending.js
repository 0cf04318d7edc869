// After the game: who won, the counting, and where to go from here.
import { post, reasonOf } from "../api.js";
import { word } from "../words.js";

/** @typedef {import("./types.js").Scene} Scene */

const WANTED = ["count", "rematch", "replay"];
const DRAW = "draw"; // what a result says where nobody has won

/** Events: "count", "rematch" or "replay" is wanted. */
export class Ending extends EventTarget {
  /** @param {HTMLElement} section @param {string} table @param {(text: string) => void} complain */
  constructor(section, table, complain) {
    super();
    this._section = section;
    this._table = table;
    this._complain = complain;
    section.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("[data-end]") : null;
      if (button instanceof HTMLElement) void this._do(button.dataset.end ?? "");
    });
  }

  /** @param {string} what */
  async _do(what) {
    if (WANTED.includes(what)) this.dispatchEvent(new Event(what));
    else if (what === "study") {
      try {
        const { id } = await post(`/api/tables/${this._table}/study`);
        location.assign(`/study/${id}`);
      } catch (error) {
        this._complain(reasonOf(error));
      }
    }
  }

  /** @param {Scene} scene */
  show(scene) {
    const { result, match, rematch } = scene;
    this._section.hidden = !result;
    if (!result) return;
    part(this._section, "[data-result]").textContent = result.words;
    const standing = part(this._section, "[data-match]");
    standing.hidden = !match;
    if (match) standing.textContent = matchWords(match, scene);
    part(this._section, '[data-end="rematch"]').hidden = !scene.can.includes("rematch");
    const next = part(this._section, "[data-next]");
    const id = match?.next ?? rematch;
    next.hidden = !id;
    if (id) next.setAttribute("href", `/t/${id}`);
    next.textContent = match?.next ? word("next_of_match") : word("next_game");
  }

  /** The game has ended before our eyes. */
  announce() {
    this._section.focus({ preventScroll: true });
  }
}

/**
 * How the match stands, or who has won it: by games, or else by the points of all games.
 * @param {import("./types.js").Match} match
 * @param {Scene} scene
 */
function matchWords({ number, games, standing, result }, { seats }) {
  const told = standing.join(" : ");
  if (result === null) return word("match", { number, games, standing: told });
  if (result === DRAW) return word("match_drawn", { standing: told });
  const winners = result.split("+").map(Number);
  const name = winners.map((seat) => seats[seat].player || seats[seat].colour).join(", ");
  const isByGames = standing.every((won, seat) => winners.includes(seat) || Number(won) < Number(standing[winners[0]]));
  return word(isByGames ? "match_won" : "match_won_points", { name, standing: told });
}

/** @param {HTMLElement} section @param {string} selector @returns {HTMLElement} */
function part(section, selector) {
  const found = section.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`the page has no ${selector}`);
  return found;
}
