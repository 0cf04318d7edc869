// The form of a new table: seats follow the options, and what cannot be is said beside it.
import { get, reasonOf } from "./api.js";
import { lay } from "./lay.js";
import { word } from "./words.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("new"));
const told = /** @type {HTMLElement} */ (document.getElementById("new-error"));
const button = /** @type {HTMLButtonElement} */ (form.querySelector("button.primary"));
const rows = [.../** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-seat]"))];
const game = form.dataset.game ?? "";

/** @param {string} name @returns {string} */
const value = (name) => String(new FormData(form).get(name) ?? "");

/**
 * The options of the rules that are not left to the game.
 * @returns {Record<string, string>}
 */
function options() {
  /** @type {Record<string, string>} */
  const chosen = {};
  if (value("players")) chosen.players = value("players");
  for (const field of form.querySelectorAll("[data-option]")) {
    const name = /** @type {HTMLElement} */ (field).dataset.option ?? "";
    const text = /** @type {HTMLInputElement} */ (field).value.trim();
    if (text) chosen[name] = text;
  }
  return chosen;
}

/** @returns {import("./lay.js").Seat[]} */
function seats() {
  return rows
    .filter((row) => !row.hidden)
    .map((row) => {
      const [kind, name] = value(`seat-${row.dataset.seat}`).split(":");
      if (kind === "machine") return { kind, name };
      if (kind === "here") return { kind, name: value(`name-${row.dataset.seat}`).trim() };
      return { kind: kind === "me" ? "me" : "open" };
    });
}

/** @returns {object} */
function clock() {
  const kind = value("clock");
  if (kind === "move") return { kind, seconds: Number(value("move-seconds")) };
  if (kind === "fischer") {
    return { kind, seconds: 60 * Number(value("fischer-minutes")), increment: Number(value("fischer-increment")) };
  }
  if (kind === "days") return { kind, days: Number(value("days-days")) };
  return { kind: "none" };
}

/** Fields that belong to a choice are seen with it. */
function unfold() {
  for (const part of form.querySelectorAll("[data-clock]")) {
    const field = /** @type {HTMLElement} */ (part);
    field.hidden = field.dataset.clock !== value("clock");
  }
  for (const row of rows) {
    const named = /** @type {HTMLElement} */ (row.querySelector(".named"));
    named.hidden = value(`seat-${row.dataset.seat}`) !== "here";
  }
}

let asked = 0;

/** The seats and their colours as the rules have them with these options. */
async function follow() {
  asked += 1;
  const number = asked;
  const found = await get(`/new/${game}/seats?${new URLSearchParams(options())}`).catch(() => null);
  if (!found || number !== asked) return;
  told.textContent = found.reason;
  if (found.reason) return;
  rows.forEach((row, place) => {
    row.hidden = place >= found.seats.length;
    const colour = row.querySelector("[data-colour]");
    if (colour && !row.hidden) colour.textContent = found.seats[place];
  });
}

form.addEventListener("change", (event) => {
  unfold();
  const field = /** @type {HTMLInputElement} */ (event.target);
  if (field.dataset.option !== undefined || field.name === "players") follow();
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (seats().filter(({ kind }) => kind === "me").length > 1) {
    told.textContent = word("one_me");
    return;
  }
  const wrong = /** @type {HTMLInputElement | null} */ (form.querySelector(".times:not([hidden]) input:invalid"));
  if (wrong) {
    wrong.reportValidity();
    return;
  }
  const isOn = (/** @type {string} */ name) => value(name) === "on";
  button.disabled = true;
  told.textContent = "";
  try {
    await lay({
      game,
      options: options(),
      seats: seats(),
      clock: clock(),
      shuffle: isOn("shuffle"),
      listed: isOn("listed"),
      hints: isOn("hints"),
      fits: isOn("fits"),
      match: isOn("match"),
    });
  } catch (error) {
    told.textContent = reasonOf(error);
    button.disabled = false;
  }
});

window.addEventListener("pageshow", () => {
  button.disabled = false;
  unfold();
  follow();
});
if (new URLSearchParams(location.search).get("listed") === "true") {
  const listed = form.elements.namedItem("listed");
  if (listed instanceof HTMLInputElement) listed.checked = true;
}
