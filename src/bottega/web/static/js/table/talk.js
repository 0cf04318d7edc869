// What people say to each other at the table, by buttons: offers and their answers, giving up; and what the table says to them.
import { html } from "../svg.js";
import { word } from "../words.js";
import { ask } from "./asking.js";

/**
 * @typedef {import("./types.js").Scene} Scene
 * @typedef {import("./types.js").Offer} Offer
 * @typedef {import("./live.js").Action} Action
 */

const OFFERS = ["draw", "take_back", "rematch"];

export class Talk {
  /**
   * @param {HTMLElement} said where offers and messages are shown
   * @param {HTMLElement} actions buttons that say `data-do`
   * @param {(action: Action) => void} act
   */
  constructor(said, actions, act) {
    this._said = said;
    this._actions = actions;
    this._act = act;
    this._shown = "";
    this._timer = 0;
    actions.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("[data-do]") : null;
      if (button instanceof HTMLElement) void this._do(button.dataset.do ?? "");
    });
  }

  /** @param {string} what */
  async _do(what) {
    if (what === "resign") {
      if (await ask(word("resign_sure"), word("resign"))) this._act({ do: "resign" });
    } else if (what === "leave") this._act({ do: "leave" });
    else if (OFFERS.includes(what)) this._act({ do: "offer", what });
  }

  /** @param {Scene} scene */
  show(scene) {
    for (const button of this._actions.querySelectorAll("[data-do]")) {
      if (button instanceof HTMLElement) button.hidden = !scene.can.includes(button.dataset.do ?? "");
    }
    const shown = JSON.stringify([scene.offers, scene.seats.map((seat) => seat.player), scene.mine]);
    if (shown === this._shown) return;
    this._shown = shown;
    this._said.replaceChildren(...scene.offers.map((offer) => this._offer(offer, scene)));
  }

  /** @param {Offer} offer @param {Scene} scene */
  _offer({ seat, what, waits_for }, { seats, mine }) {
    const isOwn = mine.includes(seat);
    const isAsked = waits_for ? waits_for.some((asked) => mine.includes(asked)) : mine.length > 0;
    const name = seats[seat].player || seats[seat].colour;
    const words = html("p", {}, word(`${isOwn ? "offered" : "offers"}_${what}`, { name }));
    const made = html("div", { class: "offer" }, words);
    if (isOwn) made.append(this._button(word("withdraw"), "", { do: "withdraw", what }));
    else if (isAsked) {
      made.append(
        this._button(word("accept"), "primary", { do: "answer", what, accept: true }),
        this._button(word("decline"), "", { do: "answer", what, accept: false }),
      );
    }
    return made;
  }

  /** @param {string} label @param {string} kind @param {Action} action */
  _button(label, kind, action) {
    const made = html("button", { type: "button", class: kind }, label);
    made.addEventListener("click", () => this._act(action));
    return made;
  }

  /**
   * Something that went wrong; it goes away by itself.
   * @param {string} text
   */
  complain(text) {
    this._said.querySelector(".complaint")?.remove();
    const made = html("p", { class: "complaint error", role: "alert" }, text);
    this._said.append(made);
    clearTimeout(this._timer);
    this._timer = window.setTimeout(() => made.remove(), 8000);
  }
}
