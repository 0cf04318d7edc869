// The table: what the server tells is shown, what people decide is told.
import { get, reasonOf } from "../api.js";
import { Board } from "../board.js";
import { Hand } from "../hand.js";
import { currentTheme } from "../theme.js";
import { word } from "../words.js";
import { Advice } from "./advice.js";
import { Ceremony } from "./ceremony.js";
import { Counting } from "./counting.js";
import { Ending } from "./ending.js";
import { Live } from "./live.js";
import { Moves } from "./moves.js";
import { Pictures } from "./pictures.js";
import { Seats } from "./seats.js";
import { copyLink } from "./sharing.js";
import { Shows } from "./shows.js";
import { Talk } from "./talk.js";
import { Waiting } from "./waiting.js";

/**
 * @typedef {import("./types.js").Scene} Scene
 * @typedef {import("./types.js").Move} Move
 * @typedef {import("./live.js").Action} Action
 * @typedef {import("../types.js").Picture} Picture
 * @typedef {import("../types.js").Turn} Turn
 * @typedef {import("../types.js").Decision} Decision
 */

const REVERENCE = 2400; // milliseconds between the end and the counting

/**
 * An element that the page must have.
 * @param {string} id @returns {any}
 */
const part = (id) => document.getElementById(id) ?? raise(id);

/** @param {string} id @returns {never} */
function raise(id) {
  throw new Error(`the page has no ${id}`);
}

export class TablePage {
  /** @param {{scene: Scene, picture: Picture | null, score_parts: string[]}} first what came with the page */
  constructor({ scene, picture, score_parts }) {
    this.scene = scene;
    const id = scene.table;
    /** @type {Move[]} */
    this._moves = [];
    /** @type {number | null} a moment of the past that is looked at */
    this._past = null;
    this._wanted = 0; // which picture was asked for last
    this._isOwnMove = false; // the next picture shows what was seen lying there already
    this._pause = 0; // the timer between the end and the counting
    this.board = new Board(part("board"));
    this.hand = new Hand(this.board, part("hand"), {
      why: (...asked) => this._why(...asked),
      spoken: () => this._ask("spoken?"),
      read: (text) => this._ask(`read?text=${encodeURIComponent(text)}`),
    });
    this.pictures = new Pictures(id);
    this.seats = new Seats(part("others"), part("mine"), part("common"), score_parts);
    this.moves = new Moves(part("moves"));
    this.shows = new Shows(part("shows"));
    this.talk = new Talk(part("talk"), part("actions"), (action) => void this._act(action));
    this.ceremony = new Ceremony(part("banner"), this.board);
    this.counting = new Counting(part("counting"), this.board, id);
    this.ending = new Ending(part("ending"), id, (text) => this.talk.complain(text));
    this.waiting = new Waiting(part("waiting"), part("handover"), (action) => void this._act(action));
    this.advice = new Advice(part("advice"), this.board, this.hand, (question) => this._ask(question), part("fits"));
    this.live = new Live(id, currentTheme, word("no_line"));
    if (picture) {
      this.pictures.keep(scene.viewer, scene.state === "over", picture);
      if (picture.theme.name === currentTheme()) this._draw(picture);
    }
    this._listen();
    this._tell(scene, true);
    this.live.connect(scene.seq);
  }

  _listen() {
    this.live.addEventListener("scene", (event) => this._tell(/** @type {CustomEvent} */ (event).detail, false));
    this.live.addEventListener("line", (event) => {
      part("line").hidden = /** @type {CustomEvent} */ (event).detail;
    });
    this.hand.addEventListener("decide", (event) => void this._decide(/** @type {CustomEvent} */ (event).detail));
    this.moves.addEventListener("step", (event) => this.look(/** @type {CustomEvent} */ (event).detail));
    this.shows.addEventListener("change", () => void this._see());
    this.ending.addEventListener("count", () => void this._count());
    this.ending.addEventListener("rematch", () => void this._act({ do: "offer", what: "rematch" }));
    this.ending.addEventListener("replay", () => this.moves.replay());
    part("share").addEventListener("click", async () => {
      part("share").textContent = await copyLink();
    });
    document.addEventListener("themechange", () => {
      this.live.renew(); // the pieces of the turn are drawn in a theme too
      void this._see();
    });
    part("hint").addEventListener("click", () => void this.hint());
    part("board-tools").addEventListener("click", (/** @type {MouseEvent} */ event) => {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      if (button?.dataset.zoom === "fit") this.board.fit(true);
      else if (button) this.board.view.zoom(Number(button.dataset.zoom));
    });
  }

  // ---------------------------------------------------------------- what the server tells

  /** @param {Scene} scene @param {boolean} isFirst */
  _tell(scene, isFirst) {
    const before = this.scene;
    const known = this._moves;
    this._moves = [...known.slice(0, scene.from), ...scene.moves];
    if (known.some((move, ply) => this._moves[ply]?.move !== move.move)) this._takenBack();
    this.scene = scene;
    this._isOwnMove = !isFirst && before.seat === before.viewer && scene.ply === before.ply + 1 && this.hand.isSent;
    this.moves.show(this._moves, scene.from);
    this.seats.show(scene);
    this.talk.show(scene);
    this.waiting.show(scene);
    this.ending.show(scene);
    const hint = part("hint");
    hint.hidden = !scene.can.includes("hint");
    part("fits").hidden = !scene.can.includes("fits");
    if (!isFirst && before.ply !== scene.ply) part("news").textContent = this._news(scene, this._moves.slice(known.length));
    part("hand").hidden = scene.state === "over";
    part("said").hidden = scene.state === "waiting";
    part("table").classList.toggle("is-waiting", scene.state === "waiting");
    part("table").classList.toggle("is-watching", scene.state !== "waiting" && !scene.mine.length);
    if (before.ply !== scene.ply || before.state !== scene.state) this.advice.clear();
    document.title = (scene.turn && scene.state === "running" ? `• ${word("seat_you")} · ` : "") + `${scene.title} · Bottega`;
    void this._see().then(() => {
      if (isFirst) return;
      if (before.state === "running" && scene.result) this._end(scene.result);
      else this.ceremony.celebrate(scene.moments);
    });
    if (!isFirst && scene.rematch && !before.rematch && scene.mine.length) location.assign(`/t/${scene.rematch}`);
  }

  /** What was the past may be none any more. */
  _takenBack() {
    this.pictures.forget();
    if (this._past !== null && this._past >= this._moves.length) this._past = null;
  }

  /**
   * What has happened, for those who hear it.
   * @param {Scene} scene @param {Move[]} moves
   */
  _news({ turn, result }, moves) {
    const last = result ? result.words : turn ? word("seat_you") : "";
    return [...moves.map((move) => move.words), last].filter(Boolean).join(". ");
  }

  /** Draw what is to be seen now, and give the hand what there is to decide. */
  async _see() {
    const { scene } = this;
    if (scene.state === "waiting") return;
    const wanted = ++this._wanted;
    const ply = this._past ?? scene.ply;
    try {
      const [picture, turn] = await Promise.all([
        this.pictures.find(ply, scene.viewer, scene.state === "over", this.shows.wanted),
        this._turn(scene),
      ]);
      if (wanted !== this._wanted) return; // something else is wanted since
      this._draw(picture);
      this.moves.mark(ply);
      this.hand.pause(this._past !== null ? word("past") : this.advice.isAsking ? word("fits_where") : "");
      this.hand.give(turn);
      part("table").classList.toggle("has-choice", (turn?.pieces.length ?? 0) > 1);
    } catch (error) {
      if (wanted === this._wanted) this.talk.complain(reasonOf(error));
    }
  }

  /** @param {Picture} picture */
  _draw(picture) {
    this.board.show(picture, { isQuiet: this._isOwnMove });
    this._isOwnMove = false;
    this.seats.lay(picture);
    for (const name of /** @type {const} */ (["table", "ink"]))
      part("table").style.setProperty(`--board-${name}`, picture.theme[name]);
    const lines = picture.sentences.map((sentence) => Object.assign(document.createElement("p"), { textContent: sentence }));
    part("sentences").replaceChildren(...lines);
  }

  /**
   * What there is to decide, or, off turn, to try.
   * @param {Scene} scene @returns {Promise<Turn | null>}
   */
  async _turn(scene) {
    if (scene.turn || scene.state !== "running" || scene.viewer < 0) return scene.turn;
    const turn = await this._ask(`turn?ahead=true&theme=${currentTheme()}`).catch(() => null);
    return turn?.ply === scene.ply ? turn : null; // else the game has gone on since, and the next scene is on its way
  }

  // ---------------------------------------------------------------- what people want

  /**
   * A question about the table, asked with the eyes of the viewer.
   * @param {string} question
   */
  _ask(question) {
    const seat = this.scene.viewer >= 0 ? `&seat=${this.scene.viewer}` : "";
    return get(`/api/tables/${this.scene.table}/${question}${seat}`);
  }

  /** @param {string} piece @param {number} x @param {number} y @param {number} turn */
  _why(piece, x, y, turn) {
    const query = new URLSearchParams({ piece, x: String(x), y: String(y), turn: String(turn) });
    if (this.hand.turn?.is_ahead) query.set("ahead", "true");
    return this._ask(`why?${query}`);
  }

  /** @param {Action} action */
  async _act(action) {
    try {
      return await this.live.send(action);
    } catch (error) {
      this.talk.complain(error instanceof Error ? error.message : String(error));
      return null;
    }
  }

  /** @param {Decision} decision */
  async _decide({ move, extras }) {
    const { ply, seat } = this.hand.turn ?? this.scene;
    try {
      await this.live.send({ do: "play", ply, seat, move, extras });
    } catch (error) {
      this.hand.reopen(error instanceof Error ? error.message : String(error));
    }
  }

  async hint() {
    if (!this.scene.can.includes("hint")) return;
    const button = part("hint");
    button.setAttribute("aria-busy", "true");
    const ply = this.scene.ply;
    const answer = await this._act({ do: "hint" });
    button.removeAttribute("aria-busy");
    if (!answer?.candidates.length || ply !== this.scene.ply) return;
    await this.advice.hint(answer.candidates, this.scene.viewer).catch((error) => this.talk.complain(reasonOf(error)));
  }

  /**
   * Look at another moment.
   * @param {number} ply
   */
  look(ply) {
    clearTimeout(this._pause); // whoever looks for something else is left alone
    this._past = ply >= this._moves.length ? null : ply;
    if (this.counting.isOpen) this.counting.close();
    void this._see();
  }

  /**
   * The game has ended before our eyes: who won, and then the counting.
   * @param {import("./types.js").Result} result
   */
  _end(result) {
    this.ceremony.celebrate([{ words: result.words, overlay: "" }]);
    this.ending.announce();
    if (result.ended === "played") this._pause = window.setTimeout(() => void this._count(), REVERENCE);
  }

  async _count() {
    clearTimeout(this._pause);
    this._past = null;
    await this._see();
    this.board.fit(true);
    try {
      await this.counting.open(this.scene);
    } catch (error) {
      this.talk.complain(reasonOf(error));
    }
  }
}
