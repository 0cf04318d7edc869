// A study: the board at any moment of the game, the moves, what machines say about them, and what one tries oneself.
import { get, post, reasonOf } from "../api.js";
import { Board } from "../board.js";
import { currentTheme } from "../theme.js";
import { word } from "../words.js";
import { Analysing } from "./analysing.js";
import { Comments } from "./comments.js";
import { answerOf, part, pressed } from "./elements.js";
import { Graph } from "./graph.js";
import { Here } from "./here.js";
import { Moves } from "./moves.js";
import { Pictures } from "./pictures.js";
import { Report } from "./report.js";
import { Seats } from "./seats.js";
import { Tree } from "./tree.js";
import { Trying } from "./trying.js";

/**
 * @typedef {import("./tree.js").Node} Node
 * @typedef {import("./types.js").Study} Study
 */

export class Page {
  /** @param {Study} study */
  constructor(study) {
    this._study = study;
    this._api = `/api/studies/${study.id}`;
    this._tree = new Tree(study.nodes);
    this._at = this._tree.fromAddress(location.hash.slice(1));
    this._board = new Board(part("board"));
    this._pictures = new Pictures(this._api);
    this._seats = new Seats(part("seats"));
    this._moves = new Moves(part("moves"));
    this._graph = new Graph(part("graph"));
    this._here = new Here(part("here"), this._api);
    this._report = new Report(part("report"));
    this._analysing = new Analysing(part("analysing"), this._api);
    this._comments = new Comments(part("comment"), this._api);
    this._trying = new Trying(this._board, part("hand"), part("trying"), this._api);
    this._listen();
    this._learn();
    this._analysing.show(study.progress);
    void this._trying.show(this._at);
    void this._show(this._at);
  }

  // ---------------------------------------------------------------- what happens

  _listen() {
    const go = (/** @type {Event} */ event) => this.go(/** @type {CustomEvent} */ (event).detail);
    const goTo = (/** @type {Event} */ event) => this.go(this._tree.main[/** @type {CustomEvent} */ (event).detail]);
    this._moves.addEventListener("go", go);
    this._graph.addEventListener("go", goTo);
    this._report.addEventListener("go", goTo);
    this._here.addEventListener("try", (event) => void this._trying.play({ move: /** @type {CustomEvent} */ (event).detail, extras: [] }));
    this._here.addEventListener("looked", () => void this._show(this._at));
    this._trying.addEventListener("arrived", (event) => {
      const { path, is_new: isNew } = /** @type {CustomEvent} */ (event).detail;
      if (isNew) void this._arrive(path);
      else this.go(this._tree.find(path));
    });
    this._trying.addEventListener("theirs", (event) => void this._offerCopy(/** @type {CustomEvent} */ (event).detail));
    this._trying.addEventListener("refused", (event) => this._say(/** @type {CustomEvent} */ (event).detail));
    this._comments.addEventListener("changed", () => void this._arrive(this._at.path));
    this._analysing.addEventListener("analysed", (event) => {
      this._study.analysis = /** @type {CustomEvent} */ (event).detail;
      this._learn();
      void this._show(this._at);
    });
    part("shows").addEventListener("change", () => void this._show(this._at));
    part("remove").addEventListener("click", () => void this._remove());
    part("copy").addEventListener("click", () => void this._copy(null));
    part("link").addEventListener("click", () => void this._share());
    document.addEventListener("themechange", () => {
      this._learn();
      void this._show(this._at);
      void this._trying.show(this._at);
    });
    window.addEventListener("hashchange", () => {
      const node = this._tree.fromAddress(location.hash.slice(1));
      if (node !== this._at) this.go(node);
    });
    document.addEventListener("keydown", (event) => this._key(event));
    for (const button of document.querySelectorAll("[data-zoom]")) {
      button.addEventListener("click", () => {
        const zoom = /** @type {HTMLElement} */ (button).dataset.zoom ?? "";
        if (zoom === "fit") this._board.fit(true);
        else this._board.view.zoom(Number(zoom));
      });
    }
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest("input, textarea, select, dialog, .board, .graph")) {
      if (event.target.closest(".board") === null || !["[", "]"].includes(event.key)) return;
    }
    const steps = /** @type {Record<string, string>} */ ({ ArrowLeft: "back", ArrowRight: "on", ArrowUp: "up", ArrowDown: "down", Home: "first", End: "last", "[": "back", "]": "on" });
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    this._moves.step(step);
  }

  // ---------------------------------------------------------------- what is seen

  /**
   * Go to another moment.
   * @param {Node | undefined} node
   */
  go(node) {
    if (!node) return;
    this._at = node;
    history.replaceState(null, "", `#${this._tree.toAddress(node)}`);
    void this._show(node);
    void this._trying.show(node);
  }

  /** What follows from study and analysis as a whole. */
  _learn() {
    const { analysis, seats } = this._study;
    const theme = currentTheme();
    part("study").classList.toggle("is-analysed", !!analysis);
    seats.forEach((seat, number) => part("study").style.setProperty(`--seat-${number}`, seat.paint[theme]));
    this._moves.show(this._tree, analysis?.decisions ?? []);
    part("graph").hidden = part("report").hidden = !analysis;
    if (!analysis) return;
    this._graph.show(analysis, seats, this._tree.main.length - 1, theme);
    this._report.show(this._study);
  }

  /** @param {Node} node */
  async _show(node) {
    const study = this._study;
    this._moves.mark(node);
    this._graph.mark(mainPly(node));
    this._here.show(study, node);
    this._comments.show(node, study.is_mine);
    this._seats.show(study, node, this._here.chances(study, node));
    part("remove").hidden = !study.is_mine || (node.isMain && node.ply <= study.plies);
    try {
      const picture = await this._pictures.find(node.path, pressed(part("shows")));
      if (this._at !== node) return;
      this._board.show(picture);
      this._seats.lay(picture);
      part("sentences").replaceChildren(...picture.sentences.map((sentence) => Object.assign(document.createElement("p"), { textContent: sentence })));
      part("note").textContent = picture.note;
      for (const next of [node.children[0], node.parent]) if (next) this._pictures.fetch(next.path, pressed(part("shows")));
    } catch (error) {
      this._say(reasonOf(error));
    }
  }

  /** @param {string} text */
  _say(text) {
    part("says").textContent = text;
  }

  // ---------------------------------------------------------------- changes

  /**
   * The study has changed: look again, and go there.
   * @param {string} path
   */
  async _arrive(path) {
    try {
      this._study = await get(this._api);
    } catch (error) {
      this._say(reasonOf(error));
      return;
    }
    this._say("");
    this._tree = new Tree(this._study.nodes);
    this._pictures.forget();
    this._learn();
    this.go(this._tree.find(path));
  }

  async _remove() {
    if ((await answerOf("sure")) !== "yes") return;
    try {
      const { path } = await post(`${this._api}/remove`, { path: this._at.path });
      await this._arrive(path);
    } catch (error) {
      this._say(reasonOf(error));
    }
  }

  /**
   * A move in somebody else's study.
   * @param {{path: string, move: string, extras: [number, number][]}} decision
   */
  async _offerCopy(decision) {
    if ((await answerOf("theirs")) === "copy") await this._copy(decision);
  }

  /**
   * A copy of one's own, and the move made there.
   * @param {{path: string, move: string, extras: [number, number][]} | null} decision
   */
  async _copy(decision) {
    try {
      const { id } = await post(`${this._api}/copy`);
      let address = this._tree.toAddress(this._at);
      if (decision) {
        const { path } = await post(`/api/studies/${id}/play`, decision);
        const copied = new Tree((await get(`/api/studies/${id}`)).nodes);
        address = copied.toAddress(copied.find(path));
      }
      location.assign(`/study/${id}#${address}`);
    } catch (error) {
      this._say(reasonOf(error));
    }
  }

  async _share() {
    await navigator.clipboard.writeText(location.href);
    this._say(word("study_copied"));
  }
}

/**
 * The moves of the game before a node.
 * @param {Node} node @returns {number}
 */
function mainPly(node) {
  let main = node;
  while (!main.isMain && main.parent) main = main.parent;
  return main.ply;
}
