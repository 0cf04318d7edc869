// The front page: a table with one click, or two where a level is to be chosen.
import { lay } from "./lay.js";
import { reasonOf } from "./api.js";

const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("levels"));
let game = "";

/**
 * Lay the table and go there; while that takes its time the button cannot be pressed again.
 * @param {HTMLButtonElement} button
 * @param {import("./lay.js").Wanted} wanted
 * @param {string} place the id of the element that tells what went wrong
 */
async function start(button, wanted, place) {
  const told = document.getElementById(place);
  button.disabled = true;
  if (told) told.textContent = "";
  try {
    await lay(wanted);
  } catch (error) {
    button.disabled = false;
    if (told) told.textContent = reasonOf(error);
  }
}

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  if (!button) return;
  const { lay: wanted, choose, level, title } = button.dataset;
  if (wanted) {
    start(button, JSON.parse(wanted), "home-error");
  } else if (choose) {
    game = choose;
    const heading = dialog.querySelector("[data-title]");
    if (heading) heading.textContent = title ?? "";
    dialog.querySelector("[data-more]")?.setAttribute("href", `/new/${game}`);
    dialog.showModal();
  } else if (level) {
    start(button, { game, seats: [{ kind: "me" }, { kind: "machine", name: level }] }, "levels-error");
  }
});

// A click beside the dialog closes it.
dialog.addEventListener("click", (event) => {
  if (event.target === dialog) dialog.close();
});

// Who comes back by the browser's history finds the buttons as they were.
window.addEventListener("pageshow", () => {
  for (const button of document.querySelectorAll("button:disabled")) button.removeAttribute("disabled");
  if (dialog.open) dialog.close();
});
