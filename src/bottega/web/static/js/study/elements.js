// Parts of the page.

/** @param {string} id @returns {HTMLElement} */
export function part(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element ${id}`);
  return found;
}

/**
 * The values of the boxes that are ticked.
 * @param {HTMLElement} place @returns {string[]}
 */
export function pressed(place) {
  const boxes = /** @type {NodeListOf<HTMLInputElement>} */ (place.querySelectorAll("input[type=checkbox]"));
  return [...boxes].filter((box) => box.checked).map((box) => box.value);
}

/**
 * Ask something; the value of the button that was pressed, empty if none was.
 * @param {string} id of a dialog @returns {Promise<string>}
 */
export function answerOf(id) {
  const dialog = /** @type {HTMLDialogElement} */ (part(id));
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue), { once: true }));
}
