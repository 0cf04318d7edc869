// Where the page of a table begins.
import { currentTheme } from "../theme.js";
import { listenToKeys } from "./keys.js";
import { TablePage } from "./page.js";

const page = new TablePage(JSON.parse(document.getElementById("first")?.textContent ?? "{}"));
listenToKeys(page);

/** So that the next page comes with a picture in the right theme. */
function remember() {
  document.cookie = `seen_theme=${currentTheme()}; path=/; max-age=31536000; samesite=lax`;
}

remember();
document.addEventListener("themechange", remember);
