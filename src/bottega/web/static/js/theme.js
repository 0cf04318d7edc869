// The theme of the page. `first.js` settles it and tells by the event "themechange" on the document.

/** @typedef {"warm" | "dark" | "contrast"} Theme */

/**
 * The theme that is seen now.
 * @returns {Theme}
 */
export function currentTheme() {
  return /** @type {Theme} */ (document.documentElement.dataset.theme ?? "warm");
}

/**
 * Another theme, or "auto" for what the system prefers.
 * @param {Theme | "auto"} choice
 */
export function chooseTheme(choice) {
  document.documentElement.dataset.choice = choice;
}
