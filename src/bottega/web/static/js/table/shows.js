// What is shown on the board besides: worth, threats, legal places, coordinates. Kept for the next table.

const KEY = "bottega-show";

/** Event "change": something else is wanted. */
export class Shows extends EventTarget {
  /** @param {HTMLElement} place with boxes to tick whose values are the names of overlays */
  constructor(place) {
    super();
    this._boxes = /** @type {HTMLInputElement[]} */ ([...place.querySelectorAll("input[type=checkbox]")]);
    const kept = (localStorage.getItem(KEY) ?? "").split(",");
    for (const box of this._boxes) box.checked = kept.includes(box.value);
    place.addEventListener("change", () => this._changed());
  }

  /** @returns {string[]} */
  get wanted() {
    return this._boxes.filter((box) => box.checked).map((box) => box.value);
  }

  /**
   * Switch what this key stands for.
   * @param {string} key @returns {boolean} whether it stands for something
   */
  press(key) {
    const box = this._boxes.find((found) => found.dataset.key === key);
    if (!box) return false;
    box.checked = !box.checked;
    this._changed();
    return true;
  }

  _changed() {
    localStorage.setItem(KEY, this.wanted.join(","));
    this.dispatchEvent(new Event("change"));
  }
}
