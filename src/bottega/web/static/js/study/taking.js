// Taking the game away as a film, which takes its time: the page says so meanwhile.
import { word } from "../words.js";
import { currentTheme } from "../theme.js";

/** @param {HTMLElement} menu with a link that says `data-film` */
export function downloads(menu) {
  const link = /** @type {HTMLAnchorElement | null} */ (menu.querySelector("[data-film]"));
  const says = /** @type {HTMLElement | null} */ (menu.querySelector("[data-film-says]"));
  if (!link || !says) return;
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    if (link.getAttribute("aria-busy") === "true") return;
    link.setAttribute("aria-busy", "true");
    says.textContent = word("study_film");
    try {
      const answer = await fetch(`${link.href}?theme=${currentTheme()}`);
      if (!answer.ok) throw new Error((await answer.json()).reason);
      const address = URL.createObjectURL(await answer.blob());
      const save = Object.assign(document.createElement("a"), { href: address, download: link.download });
      save.click();
      URL.revokeObjectURL(address);
      says.textContent = word("study_film_done");
    } catch (error) {
      says.textContent = error instanceof Error ? error.message : String(error);
    } finally {
      link.removeAttribute("aria-busy");
    }
  });
}
