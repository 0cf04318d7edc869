// What lies in front of the player: pieces to take or to drag onto the board, and the buttons of the moment.
import { drawn, html } from "./svg.js";
import { word } from "./words.js";
import { Carried } from "./hand-carried.js";

/**
 * @typedef {import("./hand.js").Hand} Hand
 * @typedef {import("./types.js").Piece} Piece
 */

const MANY = 9; // pieces: they lie closer then

export class HandTray {
  /**
   * @param {Hand} hand
   * @param {HTMLElement} place
   * @param {((text: string) => Promise<import("./types.js").ReadMove>) | undefined} read
   */
  constructor(hand, place, read) {
    this._hand = hand;
    this._read = read;
    this._pieces = html("div", { class: "hand-pieces", role: "group", "aria-label": word("hand_pieces") });
    this._says = html("p", { class: "hand-says" });
    this._buttons = html("div", { class: "hand-buttons" });
    this._form = this._typed();
    place.classList.add("hand", "is-idle");
    const head = html("div", { class: "hand-head" }, this._says, this._form);
    place.append(head, html("div", { class: "hand-row" }, this._pieces, this._buttons));
    this._carried = new Carried(hand);
    this._place = place;
    this._shown = ""; // the buttons that are there
  }

  /** Other pieces to choose from. */
  deal() {
    const turn = this._hand.turn;
    const pieces = turn?.pieces ?? [];
    this._place.classList.toggle("is-ahead", !!turn?.is_ahead);
    this._place.classList.toggle("is-idle", !turn);
    this._pieces.classList.toggle("is-many", pieces.length > MANY);
    this._pieces.hidden = pieces.length === 0;
    const boxes = pieces.map((piece) => piece.drawings[0].box);
    const tallest = Math.max(1, ...boxes.map((box) => Math.max(box[2], box[3])));
    const room = Number.parseFloat(getComputedStyle(this._pieces).getPropertyValue("--piece")) || 84;
    this._pieces.replaceChildren(...pieces.map((piece, index) => this._button(piece, index, room / tallest)));
    this._form.hidden = !turn || turn.is_ahead;
  }

  /** @param {Piece} piece @param {number} index @param {number} scale */
  _button(piece, index, scale) {
    const isUseless = this._hand.places.count(piece) === 0;
    const label = `${piece.words}${piece.amount > 1 ? ` × ${piece.amount}` : ""}${isUseless ? `, ${word("hand_fits_nowhere")}` : ""}`;
    const made = html("button", {
      type: "button",
      class: "hand-piece",
      "aria-pressed": "false",
      "aria-label": label,
      title: label,
      "data-piece": piece.name,
    });
    made.classList.toggle("is-useless", isUseless);
    made.append(drawn(piece.drawings[0], scale));
    if (piece.amount > 1) made.append(html("span", { class: "hand-amount", "aria-hidden": "true" }, `×${piece.amount}`));
    if (index < MANY && (this._hand.turn?.pieces.length ?? 0) > 1)
      made.append(html("kbd", { "aria-hidden": "true" }, String(index + 1)));
    made.addEventListener("click", (event) => this._take(piece, event));
    made.addEventListener("pointerdown", (event) => this._carried.begin(piece, event, made, scale));
    return made;
  }

  /** @param {Piece} piece @param {MouseEvent} event */
  _take(piece, event) {
    const hand = this._hand;
    if (this._carried.wasCarried) return; // the end of a drag, not a click
    const isByKey = event.detail === 0;
    if (hand.piece === piece && !hand.isLaid && !isByKey && hand.turn && hand.turn.pieces.length > 1) {
      hand.takeBack();
      return;
    }
    hand.take(piece);
    if (!isByKey) return;
    hand.board.host.focus();
    hand.keys.begin();
  }

  /** Everything that depends on what is held. */
  update() {
    const hand = this._hand;
    for (const button of this._pieces.children) {
      const isHeld = !!hand.piece && button.getAttribute("data-piece") === hand.piece.name;
      button.setAttribute("aria-pressed", String(isHeld));
      button.classList.toggle("is-laid", isHeld && hand.isLaid);
    }
    this._says.textContent = this._sentence();
    this._place.classList.toggle("is-sent", hand.isSent);
    this._place.classList.toggle("is-paused", !!hand.pausedFor);
    const buttons = this._wanted();
    const shown = JSON.stringify(buttons.map(({ act, ...rest }) => rest));
    if (shown === this._shown) return;
    this._shown = shown;
    const active = document.activeElement;
    const focused = active instanceof HTMLElement && this._buttons.contains(active) ? active.dataset.act : "";
    this._buttons.replaceChildren(...buttons.map((wanted) => this._make(wanted)));
    if (!focused) return;
    const again = this._buttons.querySelector(`[data-act="${CSS.escape(focused)}"]`);
    if (again instanceof HTMLElement) again.focus();
    else hand.board.host.focus({ preventScroll: true });
  }

  _sentence() {
    const { turn, piece, isLaid, isSent, asked } = this._hand;
    if (this._hand.pausedFor) return this._hand.pausedFor;
    if (!turn) return "";
    if (isSent) return word("hand_sent");
    if (asked) return word("hand_sure", { label: asked.label });
    if (turn.is_ahead) return isLaid ? word("hand_kept") : word("hand_ahead");
    const isTouch = matchMedia("(hover: none)").matches;
    if (isLaid && this._hand.extras.cells.length) return word("hand_choose_extras");
    if (isLaid) return word(isTouch ? "hand_confirm_tap" : "hand_confirm_click");
    if (piece) return word(isTouch ? "hand_tap" : "hand_put");
    return turn.pieces.length ? word("hand_choose") : word("hand_decide");
  }

  /** @typedef {{name: string, label: string, key: string, kind: string, isPressed?: boolean, act: () => void}} Button */

  /**
   * The buttons of the moment.
   * @returns {Button[]}
   */
  _wanted() {
    const hand = this._hand;
    const { turn, piece } = hand;
    if (!turn || hand.isSent || hand.pausedFor) return [];
    /** @type {Button[]} */
    const buttons = [];
    const add = (
      /** @type {string} */ name,
      /** @type {string} */ key,
      /** @type {string} */ kind,
      /** @type {() => void} */ act,
    ) => buttons.push({ name, label: word(`hand_${name}`), key, kind, act });
    if (hand.isLaid) {
      if (!turn.is_ahead) add("confirm", "↵", "primary", () => hand.confirm());
      if (hand.extras.cells.length) {
        const isFull = hand.extras.isFull;
        add(isFull ? "cover_none" : "cover_all", "C", "", () => hand.coverAll(!isFull));
        hand.extras.cells.forEach((cell, index) => {
          const isPressed = hand.extras.has(cell);
          const label = word("hand_extra_at", { place: cell.join(",") });
          buttons.push({
            name: `extra-${index}`,
            label,
            key: String(index + 1),
            kind: "small",
            isPressed,
            act: () => hand.toggle(cell),
          });
        });
      }
    }
    if (piece && piece.turns > 1) add("turn", "R", "icon", () => hand.rotate(1));
    if (hand.isLaid) add("take_back", "Esc", "", () => hand.takeBack());
    for (const said of turn.is_ahead ? [] : hand.words) {
      const isAsked = hand.asked?.move === said.move;
      const label = isAsked ? word("hand_yes", { label: said.label }) : said.label;
      buttons.push({
        name: said.move,
        label,
        key: said.key.toUpperCase(),
        kind: isAsked ? "sure" : "",
        act: () => hand.say(said),
      });
    }
    return buttons;
  }

  /** @param {Button} wanted */
  _make({ name, label, key, kind, isPressed, act }) {
    const made = html("button", {
      type: "button",
      class: kind,
      "data-act": name,
      "aria-keyshortcuts": { "↵": "Enter", Esc: "Escape" }[key] ?? key,
    });
    if (isPressed !== undefined) made.setAttribute("aria-pressed", String(isPressed));
    made.append(html("span", {}, label), html("kbd", { "aria-hidden": "true" }, key));
    made.addEventListener("click", act);
    return made;
  }

  /** A field for moves as text, with all legal ones to choose from: for those who do not see the board. */
  _typed() {
    const list = html("datalist", { id: "hand-moves" });
    const field = html("input", { name: "move", list: list.id, autocomplete: "off", spellcheck: "false", autocapitalize: "off" });
    const label = html("label", {}, html("span", {}, word("hand_move")), field);
    const form = html("form", {}, label, list, html("button", {}, word("hand_lay")));
    const made = html("details", { class: "hand-type", hidden: true }, html("summary", {}, word("hand_type")), form);
    field.addEventListener("focus", async () => list.replaceChildren(...this._options(await this._hand.keys.words())));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this._enter(field);
    });
    made.addEventListener("toggle", () => made.open && field.focus());
    return made;
  }

  /** @param {Record<string, string>} words */
  _options(words) {
    const hand = this._hand;
    const said = (hand.turn?.words ?? []).map(({ move, label }) => html("option", { value: move }, label));
    return [
      ...said,
      ...[...hand.places.moves].map(([move, { piece }]) => html("option", { value: move }, words[move] ?? piece.words)),
    ];
  }

  /** @param {HTMLInputElement} field */
  async _enter(field) {
    const hand = this._hand;
    const typed = field.value.trim();
    const isSame = (/** @type {string} */ move) => move.toLowerCase() === typed.toLowerCase();
    const said = hand.turn?.words.find(({ move }) => isSame(move));
    const moves = [...hand.places.moves.keys()];
    const move = moves.find((found) => found === typed) ?? moves.find(isSame);
    try {
      if (said) hand.say(said);
      else if (move) hand.tryMove(move);
      else await this._lay(typed);
    } catch (error) {
      hand.tell(error instanceof Error ? error.message : String(error), true);
      return;
    }
    field.value = "";
    if (!said) hand.board.host.focus();
  }

  /**
   * A move that is not a placement alone.
   * @param {string} typed
   */
  async _lay(typed) {
    const read = await this._read?.(typed);
    if (!read || !this._hand.tryMove(read.move, read.extras)) throw new Error(word("hand_no_such_move", { move: typed }));
  }
}
