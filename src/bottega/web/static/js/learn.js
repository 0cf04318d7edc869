// A lesson: a step at a time, with the board and the hand of the tables. How far one has come stays in this browser.
import { get, post, reasonOf } from "./api.js";
import { Board } from "./board.js";
import { Hand } from "./hand.js";
import { lay } from "./lay.js";
import { drawn, html } from "./svg.js";
import { currentTheme } from "./theme.js";
import { word } from "./words.js";

/**
 * @typedef {import("./types.js").Picture} Picture
 * @typedef {import("./types.js").Decision} Decision
 * @typedef {{game: string, step: number, steps: number, title: string, words: string[], task: string, seats: string[],
 *   seat: number, scores: number[][], picture: Picture, turn: import("./types.js").Turn | null}} Page
 * @typedef {{accepted: boolean, words: string, picture: Picture | null, scores: number[][],
 *   moments: {words: string, overlay: string}[], next: number | null}} Outcome
 */

const TRAY_SCALE = 0.55; // pixels to a unit of the drawings

/** @param {string} id @returns {HTMLElement} */
function part(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element ${id}`);
  return found;
}

const game = part("lesson").dataset.game ?? "";
const kept = `bottega.lesson.${game}`;
const board = new Board(part("board"));
const hand = new Hand(board, part("hand"), {
  why: (piece, x, y, turn) => get(`/api/lessons/${game}/${step}/why?${new URLSearchParams({ piece, x: `${x}`, y: `${y}`, turn: `${turn}` })}`),
});
const dots = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll("[data-step]")]);

let step = 0;
let reached = 0; // the farthest step that was opened by doing what the ones before it ask for
/** @type {Page | null} */
let page = null;
let isDone = false;

/** @param {string} [path] */
const address = (path = "") => `/api/lessons/${game}/${step}${path}?theme=${currentTheme()}`;

// ---------------------------------------------------------------- showing

/** @param {Picture} picture @param {number[][]} scores */
function show(picture, scores) {
  board.show(picture);
  const trays = [
    ...picture.trays.map((tray, seat) => ({ tray, name: word("learn_seat", { seat: page?.seats[seat] ?? "", score: scores[seat][0] }) })),
    { tray: picture.common, name: "" },
  ];
  part("trays").replaceChildren(
    ...trays
      .filter(({ tray, name }) => tray.body || name)
      .map(({ tray, name }) => html("figure", {}, ...(name ? [html("figcaption", {}, name)] : []), drawn(tray, TRAY_SCALE))),
  );
  part("note").textContent = picture.note;
}

/**
 * Something to decide, or nothing.
 * @param {import("./types.js").Turn | null} turn
 */
function give(turn) {
  part("hand").hidden = !turn;
  hand.give(turn);
}

/** @param {string} text @param {"" | "good" | "bad"} kind @param {string[]} [called] what is called out before */
function tell(text, kind, called = []) {
  const outcome = part("outcome");
  outcome.replaceChildren(...called.map((words) => html("span", { class: "called" }, words)), text);
  outcome.className = `outcome ${kind}`;
}

/** What can be pressed, and where one is. */
function mark() {
  if (!page) return;
  dots.forEach((dot, number) => {
    dot.classList.toggle("is-done", number < reached || (number === step && isDone));
    dot.disabled = number > reached;
    if (number === step) dot.setAttribute("aria-current", "step");
    else dot.removeAttribute("aria-current");
  });
  const isLast = step === page.steps - 1;
  /** @type {HTMLButtonElement} */ (part("back")).disabled = step === 0;
  const forward = /** @type {HTMLButtonElement} */ (part("forward"));
  forward.disabled = !isDone;
  forward.hidden = isLast;
  part("done").hidden = !(isLast && isDone);
  part("progress").textContent = word("learn_step", { step: step + 1, steps: page.steps });
}

/** @param {number} number @param {boolean} [isFirst] the page has just been opened: the focus stays where it is */
async function open(number, isFirst = false) {
  step = number;
  let found;
  try {
    found = await get(address());
  } catch (error) {
    tell(reasonOf(error), "bad");
    return;
  }
  if (step !== number) return;
  page = /** @type {Page} */ (found);
  isDone = !page.task || number < reached;
  part("title").textContent = page.title;
  part("paragraphs").replaceChildren(...page.words.map((paragraph) => html("p", {}, paragraph)));
  const task = part("task");
  task.textContent = page.task;
  task.hidden = !page.task;
  part("again").hidden = true;
  tell("", "");
  board.overlay("moments", "");
  show(page.picture, page.scores);
  board.fit(false);
  give(page.turn);
  mark();
  if (!isFirst) part("title").focus();
  localStorage.setItem(kept, JSON.stringify({ step, reached }));
}

// ---------------------------------------------------------------- doing

/**
 * The button that one will want next.
 * @param {Outcome} outcome
 */
function onward({ accepted, next }) {
  if (!accepted) return part("again");
  return next === null ? part("play") : part("forward");
}

hand.addEventListener("decide", async (event) => {
  const { move, extras } = /** @type {CustomEvent<Decision>} */ (event).detail;
  /** @type {Outcome} */
  let outcome;
  try {
    outcome = await post(address(), { move, extras });
  } catch (error) {
    hand.reopen(reasonOf(error));
    return;
  }
  if (!outcome.picture) {
    hand.reopen(outcome.words);
    tell(outcome.words, "bad");
    return;
  }
  give(null);
  show(outcome.picture, outcome.scores);
  board.overlay("moments", outcome.moments.map(({ overlay }) => overlay).join(""));
  const called = outcome.moments.map(({ words }) => words).filter((words) => !outcome.words.includes(words));
  tell(outcome.words, outcome.accepted ? "good" : "bad", called);
  part("again").hidden = false;
  if (outcome.accepted) {
    isDone = true;
    reached = Math.max(reached, outcome.next ?? step);
    localStorage.setItem(kept, JSON.stringify({ step, reached }));
  }
  mark();
  onward(outcome).focus();
});

part("forward").addEventListener("click", () => {
  reached = Math.max(reached, step + 1);
  open(step + 1);
});
part("back").addEventListener("click", () => open(step - 1));
part("again").addEventListener("click", () => open(step));
for (const dot of dots) dot.addEventListener("click", () => open(Number(dot.dataset.step)));

part("play").addEventListener("click", async (event) => {
  const level = /** @type {HTMLElement} */ (event.currentTarget).dataset.lay ?? "";
  try {
    await lay({ game, seats: [{ kind: "me" }, { kind: "machine", name: level }] });
  } catch (error) {
    part("learn-error").textContent = reasonOf(error);
  }
});

document.addEventListener("themechange", () => open(step, true));

// ---------------------------------------------------------------- where one was

try {
  const before = JSON.parse(localStorage.getItem(kept) ?? "{}");
  reached = Math.min(Math.max(Number(before.reached) || 0, 0), dots.length - 1);
  step = Math.min(Math.max(Number(before.step) || 0, 0), reached);
} catch {
  step = reached = 0;
}
open(step, true);
