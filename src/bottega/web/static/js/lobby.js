// The lobby looks again every few seconds, and changes only what has changed.

const PAUSE = 5000; // milliseconds
const lists = /** @type {HTMLElement} */ (document.getElementById("lists"));
let seen = "";

async function look() {
  if (document.hidden) return;
  const response = await fetch("/lobby/tables").catch(() => null);
  if (!response?.ok) return;
  const text = await response.text();
  if (text === seen) return;
  seen = text;
  const held = document.activeElement instanceof HTMLAnchorElement ? document.activeElement.getAttribute("href") : null;
  lists.replaceChildren(...new DOMParser().parseFromString(text, "text/html").body.childNodes);
  if (held && !document.activeElement?.matches("a")) {
    const again = [...lists.querySelectorAll("a")].find((link) => link.getAttribute("href") === held);
    again?.focus({ preventScroll: true });
  }
}

setInterval(look, PAUSE);
document.addEventListener("visibilitychange", look);
look();
