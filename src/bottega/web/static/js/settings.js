// On every page: the menus of language and theme. On the page of settings: the name too.
import { patch, reasonOf } from "./api.js";
import { chooseTheme } from "./theme.js";
import { word } from "./words.js";

const status = document.querySelector("[data-settings-status]");

/** @param {string} text @param {boolean} isError */
function tell(text, isError) {
  if (!status) return;
  status.textContent = text;
  status.classList.toggle("error", isError);
}

/** @param {Record<string, string>} change @returns {Promise<{name: string} | null>} how it is now; null if the server refused */
async function save(change) {
  try {
    const me = await patch("/api/me", change);
    tell(word("saved"), false);
    return me;
  } catch (error) {
    tell(reasonOf(error), true);
    return null;
  }
}

for (const menu of document.querySelectorAll("select[data-setting]")) {
  if (!(menu instanceof HTMLSelectElement)) continue;
  const setting = menu.dataset.setting ?? "";
  menu.addEventListener("change", async () => {
    if (setting === "theme") {
      chooseTheme(/** @type {"auto"} */ (menu.value));
      for (const other of document.querySelectorAll('select[data-setting="theme"]')) {
        if (other instanceof HTMLSelectElement) other.value = menu.value;
      }
    }
    const me = await save({ [setting]: menu.value });
    if (me && setting === "language") location.reload();
  });
}

const form = document.querySelector("form[data-name]");
if (form instanceof HTMLFormElement) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("name"));
    const me = await save({ name: field.value });
    if (!me) return;
    field.value = me.name;
    const shown = document.querySelector(".top .name span");
    if (shown) shown.textContent = me.name;
  });
}
