// A question that needs an answer before something is done that cannot be undone.
import { html } from "../svg.js";
import { word } from "../words.js";

/** @param {string} question @param {string} yes what the button says @returns {Promise<boolean>} */
export function ask(question, yes) {
  const dialog = html("dialog", { class: "ask", "aria-label": question });
  const agree = html("button", { class: "primary", value: "yes" }, yes);
  const form = html(
    "form",
    { method: "dialog" },
    html("p", {}, question),
    html("div", { class: "row" }, agree, html("button", { value: "" }, word("cancel"))),
  );
  dialog.append(form);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((answer) => {
    dialog.addEventListener("close", () => {
      answer(dialog.returnValue === "yes");
      dialog.remove();
    });
  });
}
