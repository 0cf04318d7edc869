// The small ceremonies during a game: "Lampredotto!", a space that closes. A banner, and a light on the board.

/** @typedef {import("./types.js").Moment} Moment */

const LASTS = 2600; // milliseconds

export class Ceremony {
  /** @param {HTMLElement} banner @param {import("../board.js").Board} board */
  constructor(banner, board) {
    this._banner = banner;
    this._board = board;
    this._timer = 0;
  }

  /** @param {Moment[]} moments */
  celebrate(moments) {
    if (!moments.length) return;
    clearTimeout(this._timer);
    this._banner.textContent = moments.map((moment) => moment.words).join(" · ");
    this._banner.classList.remove("is-seen");
    void this._banner.offsetWidth; // the animation begins anew
    this._banner.classList.add("is-seen");
    this._board.overlay("moment", moments.map((moment) => moment.overlay).join(""));
    this._timer = window.setTimeout(() => this._end(), LASTS);
  }

  _end() {
    this._banner.classList.remove("is-seen");
    this._banner.textContent = "";
    this._board.overlay("moment", "");
  }
}
