// Before the game: who is still missing, the link to send, a seat to take. And at one device: handing it on.
import { html } from "../svg.js";
import { word } from "../words.js";
import { copyLink, link } from "./sharing.js";

/**
 * @typedef {import("./types.js").Scene} Scene
 * @typedef {import("./live.js").Action} Action
 */

export class Waiting {
  /** @param {HTMLElement} room @param {HTMLElement} handover @param {(action: Action) => void} act */
  constructor(room, handover, act) {
    this._room = room;
    this._handover = handover;
    this._act = act;
    this._shown = "";
    /** @type {number | null} the seat whose person is asked for */
    this._handed = null;
    this._field = /** @type {HTMLInputElement} */ (room.querySelector("[data-link]"));
    this._field.value = link();
    room.querySelector("[data-copy]")?.addEventListener("click", () => this._copy());
  }

  /** @param {Scene} scene */
  show(scene) {
    this._room.hidden = scene.state !== "waiting";
    if (scene.state === "waiting") this._chairs(scene);
    const seat = scene.waits_for_look;
    this._handover.hidden = seat === null;
    if (seat === null) this._handed = null;
    else this._handOn(scene, seat);
  }

  /** @param {Scene} scene */
  _chairs({ seats, can, mine }) {
    const shown = JSON.stringify([seats.map(({ kind, player }) => [kind, player]), can, mine]);
    if (shown === this._shown) return;
    this._shown = shown;
    const list = this._room.querySelector("ul");
    list?.replaceChildren(
      ...seats.map((seat, number) => {
        const row = html(
          "li",
          {},
          html("span", {}, seat.colour),
          html("strong", {}, seat.kind === "open" ? word("seat_open") : seat.player || seat.colour),
        );
        if (seat.kind === "open" && can.includes("sit")) {
          const button = html("button", { type: "button", class: "primary" }, word("sit"));
          button.addEventListener("click", () => this._act({ do: "sit", seat: number }));
          row.append(button);
        }
        return row;
      }),
    );
    const invite = this._room.querySelector("[data-invite]");
    if (invite instanceof HTMLElement) invite.hidden = !mine.length;
  }

  async _copy() {
    this._field.select(); // where there is no clipboard, it can be copied by hand
    const told = this._room.querySelector("[data-copied]");
    const said = await copyLink();
    if (told) told.textContent = said === link() ? "" : said;
  }

  /** @param {Scene} scene @param {number} seat */
  _handOn({ seats }, seat) {
    const name = seats[seat].player || seats[seat].colour;
    const words = this._handover.querySelector("[data-words]");
    const text = word("hand_over", { name });
    if (this._handed === seat) return;
    this._handed = seat;
    if (words) words.textContent = text;
    const button = html("button", { type: "button", class: "primary" }, word("i_am", { name }));
    button.addEventListener("click", () => this._act({ do: "look", seat }));
    this._handover.querySelector("[data-ready]")?.replaceChildren(button);
    button.focus();
  }
}
