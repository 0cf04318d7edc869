// The hand without a pointer: keys move, turn and lay the piece, and everything is announced.
import { html } from "./svg.js";
import { word } from "./words.js";

/** @typedef {import("./hand.js").Hand} Hand */

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class HandKeys {
  /** @param {Hand} hand @param {() => Promise<Record<string, string>>} spoken */
  constructor(hand, spoken) {
    this._hand = hand;
    this._spoken = spoken;
    /**
     * @type {Map<import("./types.js").Turn, Promise<Record<string, string>>>} the last decision whose moves were put into words
     */
    this._words = new Map();
    this.isSteering = false; // the last to move the piece was a key
    this._live = html("div", { class: "unseen", "aria-live": "polite", "aria-atomic": "true" });
    hand.board.host.after(this._live);
    hand.board.host.addEventListener("pointermove", () => (this.isSteering = false));
    document.addEventListener("keydown", (event) => this._key(event));
  }

  /** @param {string} text */
  announce(text) {
    if (this._live.textContent !== text) this._live.textContent = text;
  }

  /**
   * All that can be laid now, in words.
   * @returns {Promise<Record<string, string>>}
   */
  words() {
    const turn = this._hand.turn;
    if (!turn || turn.is_ahead) return Promise.resolve({});
    const known = this._words.get(turn);
    if (known) return known;
    const asked = this._spoken().catch(() => ({}));
    this._words = new Map([[turn, asked]]);
    return asked;
  }

  /** Tell that the piece fits where it is held now. */
  async _tellFit() {
    const move = this._hand.spot?.move;
    if (!move) return;
    const words = await this.words();
    if (this._hand.spot?.move === move && !this._hand.isLaid) this.announce(word("hand_fits", { move: words[move] ?? move }));
  }

  nowhere() {
    return word("hand_not_there");
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    const hand = this._hand;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !hand.isActive || isElsewhere(event)) return;
    const isOnBoard = hand.board.host.contains(document.activeElement);
    const isOnButton = event.target instanceof Element && !!event.target.closest("button, a, summary");
    if (isOnButton && (event.key === "Enter" || event.key === " ")) return;
    const done =
      this._extraKey(event) || (STEPS[event.key] && (isOnBoard || !isOnButton) ? this._step(event) : this._command(event));
    if (done) event.preventDefault();
  }

  /** @param {KeyboardEvent} event @returns {boolean} */
  _command(event) {
    const hand = this._hand;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const said = hand.words.find((found) => found.key === key);
    if (said) hand.say(said);
    else if (/^[1-9]$/.test(key)) return this._take(Number(key) - 1);
    else if (key === "r" && hand.piece) hand.rotate(event.shiftKey ? -1 : 1);
    else if (key === "q" && hand.piece) hand.fitNext(event.shiftKey ? -1 : 1);
    else if (key === "f" && hand.turn?.pieces.length) this._nextPlace(event.shiftKey ? -1 : 1);
    else if (key === "Enter" || key === " ") return this._enter();
    else if (key === "Escape" && (hand.piece || hand.asked)) hand.takeBack();
    else return false;
    return true;
  }

  /** @param {number} index */
  _take(index) {
    const piece = this._hand.turn?.pieces[index];
    if (!piece) return false;
    this._hand.take(piece);
    this.begin();
    return true;
  }

  /** A piece that is taken by a key is held over the middle, if it is not over the board already. */
  begin() {
    const hand = this._hand;
    if (!hand.piece || hand.isLaid || hand.grip) return;
    this.isSteering = true;
    hand.hold(hand.home ?? [hand.board.view.x, hand.board.view.y]);
  }

  _enter() {
    const hand = this._hand;
    if (hand.asked) hand.say(hand.asked);
    else if (hand.isLaid) hand.confirm();
    else if (hand.spot) {
      if (!hand.lay() && !(hand.fitNext() && hand.lay())) this.announce(hand.reason || this.nowhere());
    } else return false;
    return true;
  }

  /** @param {number} step */
  _nextPlace(step) {
    const hand = this._hand;
    const pieces = hand.turn?.pieces ?? [];
    if (hand.isLaid) hand.takeBack();
    if (!hand.piece || !hand.places.count(hand.piece)) hand.take(pieces.find((piece) => hand.places.count(piece)) ?? null);
    if (!hand.piece) return;
    const from = hand.spot ?? { cell: /** @type {[number, number]} */ ([-Infinity, -Infinity]), turn: 0, move: "" };
    const next = hand.places.next(hand.piece, from, step);
    if (!next) return;
    this.isSteering = true;
    hand.turned = next.turn;
    hand.hold(hand.places.grip(hand.piece, next));
    this._look();
    void this._tellFit();
  }

  /**
   * An arrow: the piece goes on by a cell.
   * @param {KeyboardEvent} event
   */
  _step(event) {
    const hand = this._hand;
    if (!hand.piece || hand.isLaid) return false;
    const [dx, dy] = STEPS[event.key];
    const side = hand.board.side;
    if (hand.spot) {
      const [x, y] = hand.places.grip(hand.piece, hand.spot);
      this.isSteering = true;
      hand.hold([x + dx * side, y + dy * side]);
    } else this.begin();
    this._look();
    void this._tellFit();
    return true;
  }

  /** The table follows a piece that leaves the picture. */
  _look() {
    const { grip, board } = this._hand;
    if (!grip) return;
    const { view } = board;
    const [px, py] = view.seen(...grip);
    const edge = Math.min(50, (board.side * view.scale) / 2);
    const dx = Math.max(0, edge - px) - Math.max(0, px - view.width + edge);
    const dy = Math.max(0, edge - py) - Math.max(0, py - view.height + edge);
    if (!dx && !dy) return;
    const wasFitted = view.isFitted;
    view.pan(dx, dy);
    view.isFitted = wasFitted; // nobody wanted to look elsewhere
  }

  /**
   * Cells that the move may cover besides: arrows point, space and digits choose, C covers all or none.
   * @param {KeyboardEvent} event
   */
  _extraKey(event) {
    const hand = this._hand;
    const extras = hand.extras;
    if (!extras.cells.length) return false;
    const step = STEPS[event.key];
    const digit = /^[1-9]$/.test(event.key) ? extras.cells[Number(event.key) - 1] : undefined;
    if (step) {
      extras.go(step[0] + step[1]);
      hand.redraw();
      this.announce(word("hand_extra", { number: extras.at + 1, all: extras.cells.length }));
    } else if (event.key === " ") hand.toggle(extras.cells[extras.at]);
    else if (digit) hand.toggle(digit);
    else if (event.key.toLowerCase() === "c") hand.coverAll(!extras.isFull);
    else return false;
    return true;
  }
}

/**
 * Whether the key is meant for something else: a field, a dialog.
 * @param {KeyboardEvent} event
 */
function isElsewhere(event) {
  const target = event.target;
  if (!(target instanceof Element)) return false;
  return !!target.closest("input, select, textarea, dialog, [role=menu]") || !!document.querySelector("dialog[open]");
}
