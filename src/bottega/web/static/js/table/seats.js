// Who sits where: name, colour, score, clock, and what lies in front of each. The page comes with the elements; they are filled here.
import { html } from "../svg.js";
import { word } from "../words.js";
import { Clocks } from "./clocks.js";

/**
 * @typedef {import("./types.js").Scene} Scene
 * @typedef {import("../types.js").Picture} Picture
 * @typedef {import("../types.js").Drawing} Drawing
 */

export class Seats {
  /**
   * @param {HTMLElement} others
   * @param {HTMLElement} mine
   * @param {SVGSVGElement} common
   * @param {string[]} parts names of the numbers of a score
   */
  constructor(others, mine, common, parts) {
    this._others = others;
    this._mine = mine;
    this._common = common;
    this._parts = parts;
    this._clocks = new Clocks();
    /** @type {HTMLElement[]} [seat] */
    this._seats = [];
    for (const element of document.querySelectorAll("[data-seat]")) {
      if (element instanceof HTMLElement) this._seats[Number(element.dataset.seat)] = element;
    }
    for (const seat of this._seats) seat.querySelector(".seat-opens")?.addEventListener("click", () => this._open(seat));
  }

  /**
   * Where there is little room one tray is open at a time; asked again it is closed.
   * @param {HTMLElement} wanted
   */
  _open(wanted) {
    for (const seat of this._seats) {
      const isOpen = seat === wanted && !seat.classList.contains("is-open");
      seat.classList.toggle("is-open", isOpen);
      seat.querySelector(".seat-opens")?.setAttribute("aria-expanded", String(isOpen));
    }
  }

  /** @param {Scene} scene */
  show(scene) {
    this._arrange(scene);
    const isDraw = scene.seats.every((seat) => seat.is_winner);
    scene.seats.forEach((seat, number) => {
      const element = this._seats[number];
      const isOpen = seat.kind === "open";
      const name = isOpen ? word("seat_open") : seat.player || seat.colour;
      element.classList.toggle("is-deciding", scene.seat === number && scene.state === "running");
      element.classList.toggle("is-thinking", scene.seat === number && !!scene.thinking);
      element.classList.toggle("is-winner", seat.is_winner && !isDraw && scene.state === "over");
      element.classList.toggle("is-away", seat.is_online === false);
      fill(element, ".seat-name", name);
      element.querySelector(".seat-name")?.setAttribute("title", name);
      element.querySelector(".seat-opens")?.setAttribute("aria-label", word("tray_of", { name: seat.player || seat.colour }));
      fill(element, ".seat-colour", isOpen || seat.player ? seat.colour : "");
      fill(element, ".seat-is", this._state(scene, number));
      const online = element.querySelector(".seat-online");
      if (online instanceof HTMLElement) {
        online.hidden = seat.is_online === null;
        online.title = seat.is_online ? word("seat_online") : word("seat_offline");
      }
      this._score(element, seat.score);
    });
    const running = scene.state === "running" && scene.seat >= 0 && (scene.ply > 0 || scene.clock.kind !== "fischer");
    this._clocks.set(
      scene.seats.map((seat, number) => ({
        element: /** @type {HTMLElement} */ (this._seats[number].querySelector(".seat-clock")),
        left: seat.clock,
        isRunning: running && scene.seat === number,
      })),
    );
  }

  /**
   * One's own seat below the board, the others above it, in the order in which they come after it.
   * @param {Scene} scene
   */
  _arrange({ mine, seats }) {
    const own = mine[0] ?? seats.length - 1;
    const others = Array.from({ length: seats.length - 1 }, (_, step) => this._seats[(own + step + 1) % seats.length]);
    if (this._seats[own].parentElement === this._mine) return;
    this._others.prepend(...others);
    this._mine.append(this._seats[own]);
  }

  /**
   * What there is to say about a seat now.
   * @param {Scene} scene @param {number} number
   */
  _state(scene, number) {
    if (scene.state === "over") return "";
    if (scene.state === "waiting" || scene.seat !== number) return "";
    if (scene.thinking) return word(scene.is_warming ? "seat_warms" : "seat_thinks");
    return scene.viewer === number ? word("seat_you") : word("seat_decides");
  }

  /** @param {HTMLElement} element @param {number[]} score */
  _score(element, score) {
    const shown = element.querySelector(".seat-score");
    if (!shown) return;
    const [first, ...rest] = score;
    const text = [String(first), ...rest.map((part) => `/${part}`)].join("");
    if (shown.textContent !== text) {
      shown.replaceChildren(String(first), ...(rest.length ? [html("small", {}, rest.map((part) => `/${part}`).join(""))] : []));
    }
    const words = this._parts.map((part, index) => `${part}: ${score[index]}`).join(", ");
    shown.setAttribute("title", words);
    shown.setAttribute("aria-label", words);
  }

  /**
   * What lies in front of everybody.
   * @param {Picture} picture
   */
  lay(picture) {
    picture.trays.forEach((tray, number) => {
      const seat = this._seats[number];
      seat.classList.toggle("has-token", tray.box[2] < 2 * tray.box[3]);
      seat.querySelector(".seat-opens")?.toggleAttribute("hidden", !tray.body);
      put(seat.querySelector(".tray"), tray);
    });
    put(this._common, picture.common);
  }
}

/** @param {Element} parent @param {string} selector @param {string} text */
function fill(parent, selector, text) {
  const element = parent.querySelector(selector);
  if (element && element.textContent !== text) element.textContent = text;
}

/** @param {Element | null} element @param {Drawing} drawing */
function put(element, { box, body }) {
  if (!(element instanceof SVGSVGElement)) return;
  element.toggleAttribute("hidden", !body);
  element.setAttribute("viewBox", box.join(" "));
  if (element.innerHTML !== body) element.innerHTML = body;
}
