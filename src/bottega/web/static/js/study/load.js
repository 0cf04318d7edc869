// Loading a record: pasted, chosen as a file, or dropped on the page. What is wrong is shown where it is, and nothing is lost.
import { ApiError, post, reasonOf } from "../api.js";
import { word } from "../words.js";
import { part } from "./elements.js";

const MOST = 200; // kB of a record

const form = /** @type {HTMLFormElement} */ (part("load"));
const text = /** @type {HTMLTextAreaElement} */ (part("record"));
const file = /** @type {HTMLInputElement} */ (part("file"));
const says = part("load-says");

/** @param {string} words @param {boolean} isBad */
function say(words, isBad) {
  says.textContent = words;
  says.classList.toggle("error", isBad);
  text.setAttribute("aria-invalid", String(isBad));
}

/**
 * Put the cursor at the place where the record is wrong.
 * @param {number} line @param {number} column both from 1
 */
function point(line, column) {
  const lines = text.value.split("\n");
  const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const start = Math.min(text.value.length, before + column - 1);
  const end = Math.min(before + (lines[line - 1]?.length ?? 0), start + Math.max(1, /^\S*/.exec(text.value.slice(start))?.[0].length ?? 1));
  text.focus();
  text.setSelectionRange(start, Math.max(start, end));
  const height = parseFloat(getComputedStyle(text).lineHeight);
  text.scrollTop = Math.max(0, (line - 3) * height);
}

/** @param {File} chosen */
async function take(chosen) {
  if (chosen.size > MOST * 1000) {
    say(word("load_large", { size: Math.ceil(chosen.size / 1000), most: MOST }), true);
    return;
  }
  text.value = await chosen.text();
  await send();
}

async function send() {
  if (!text.value.trim()) {
    say(word("load_empty"), true);
    text.focus();
    return;
  }
  say(word("load_reading"), false);
  try {
    const { id } = await post("/api/studies", { record: text.value });
    location.assign(`/study/${id}`);
  } catch (error) {
    say(reasonOf(error), true);
    const place = error instanceof ApiError ? error.details : null;
    if (place?.line) point(place.line, place.column);
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void send();
});
file.addEventListener("change", () => {
  if (file.files?.[0]) void take(file.files[0]);
  file.value = "";
});
form.addEventListener("dragover", (event) => {
  event.preventDefault();
  form.classList.add("is-over");
});
form.addEventListener("dragleave", () => form.classList.remove("is-over"));
form.addEventListener("drop", (event) => {
  form.classList.remove("is-over");
  const dropped = event.dataTransfer?.files[0];
  if (!dropped) return;
  event.preventDefault();
  void take(dropped);
});
