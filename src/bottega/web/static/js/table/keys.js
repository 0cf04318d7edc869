// Keys of the table, for whatever the hand has no use for.

/** @param {import("./page.js").TablePage} page */
export function listenToKeys(page) {
  // Before the board, which would pan with the arrows.
  document.addEventListener("keydown", (event) => isForUs(event) && arrows(page, event), { capture: true });
  document.addEventListener("keydown", (event) => isForUs(event) && letters(page, event));
}

/** @param {KeyboardEvent} event */
function isForUs(event) {
  const isPlain = !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.altKey;
  const isTyping = event.target instanceof Element && !!event.target.closest("input, select, textarea, dialog");
  return isPlain && !isTyping && !document.querySelector("dialog[open]");
}

/**
 * With nothing in the hand the arrows go through the game.
 * @param {import("./page.js").TablePage} page
 * @param {KeyboardEvent} event
 */
function arrows(page, event) {
  const step = { ArrowLeft: "back", ArrowRight: "on" }[event.key];
  if (!step || event.shiftKey || (page.hand.isActive && page.hand.piece)) return;
  page.moves.step(step);
  event.preventDefault();
}

/** @param {import("./page.js").TablePage} page @param {KeyboardEvent} event */
function letters(page, event) {
  const step = { "[": "back", "]": "on", Home: "first", End: "last" }[event.key];
  if (step) page.moves.step(step);
  else if (event.key === "h") void page.hint();
  else if (!page.shows.press(event.key)) return;
  event.preventDefault();
}
