// The line to the table. It comes back by itself when it breaks, and a move that got lost on the way is sent again.

/** @typedef {import("./types.js").Scene} Scene */

const LONGEST = 5000; // milliseconds between two tries
const SILENT = 1000; // so long a broken line is nobody's concern
const DEAD = 50_000; // the server says something every 20 s: a line that is silent for so long is broken

/**
 * @typedef {{do: string, [field: string]: unknown}} Action
 * @typedef {{action: Action, done: (answer: any) => void, failed: (reason: Error) => void}} Sent
 */

/** The server said no. */
export class Refused extends Error {}

/** Events: "scene" with a scene as detail; "line" with whether there is one as detail. */
export class Live extends EventTarget {
  /** @param {string} table @param {() => string} theme @param {string} lost what to say where there is no line */
  constructor(table, theme, lost) {
    super();
    this._table = table;
    this._theme = theme;
    this._lost = lost;
    this._seq = 0;
    this._tries = 0;
    this._next = 1;
    /** @type {Map<number, Sent>} what has not been answered */
    this._sent = new Map();
    /** @type {WebSocket | null} */
    this._socket = null;
    this._timer = 0;
    this._alarm = 0;
    this._isWelcome = false; // the scene of this connection has come
    this._heard = 0; // when
    setInterval(() => this._listen(), 10_000);
    addEventListener("offline", () => this.dispatchEvent(new CustomEvent("line", { detail: false })));
    addEventListener("online", () => this.renew()); // a line that was cut may not know it yet
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this._hurry());
    addEventListener("pagehide", () => this._socket?.close());
    addEventListener("pageshow", (event) => event.persisted && this._hurry());
  }

  /** @param {number} seq the last event that the page has seen */
  connect(seq = this._seq) {
    this._seq = seq;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this._table}/live?seq=${seq}&theme=${this._theme()}`);
    this._socket = socket;
    this._isWelcome = false;
    this._heard = performance.now();
    socket.addEventListener("message", (event) => this._hear(JSON.parse(event.data)));
    socket.addEventListener("close", () => this._broken(socket));
  }

  /** Another scene is wanted: pieces in another theme, another language. */
  renew() {
    const socket = this._socket;
    this._socket = null; // its end is no accident
    socket?.close();
    clearTimeout(this._timer);
    this.connect();
  }

  /** @param {Action} action @returns {Promise<any>} the answer; fails with Refused */
  send(action) {
    return new Promise((done, failed) => {
      const isOpen = this._socket?.readyState === WebSocket.OPEN;
      if (!isOpen && action.do !== "play") {
        failed(new Refused(this._lost));
        return;
      }
      const id = this._next++;
      this._sent.set(id, { action, done, failed });
      if (isOpen) this._socket?.send(JSON.stringify({ ...action, id }));
    });
  }

  /** @param {any} message */
  _hear(message) {
    this._heard = performance.now();
    if (message.type === "scene") this._welcome(message);
    const sent = this._sent.get(message.id);
    if (!sent) return;
    this._sent.delete(message.id);
    if (message.type === "refused") sent.failed(new Refused(message.reason));
    else sent.done(message);
  }

  /** @param {Scene} scene */
  _welcome(scene) {
    this._tries = 0;
    clearTimeout(this._alarm);
    this._alarm = 0;
    this._seq = scene.seq;
    if (!this._isWelcome) {
      this._isWelcome = true;
      this._again(scene);
      this.dispatchEvent(new CustomEvent("line", { detail: true }));
    }
    this.dispatchEvent(new CustomEvent("scene", { detail: scene }));
  }

  /**
   * What was sent before the line broke: a move that did not arrive is sent again, one that did is done.
   * @param {Scene} scene
   */
  _again(scene) {
    for (const [id, sent] of [...this._sent]) {
      const { action, done, failed } = sent;
      const isMissing = action.do === "play" && action.ply === scene.ply && scene.state === "running";
      if (isMissing) this._socket?.send(JSON.stringify({ ...action, id }));
      else {
        this._sent.delete(id);
        if (action.do === "play") done({ seq: scene.seq });
        else failed(new Refused(this._lost));
      }
    }
  }

  /** @param {WebSocket} socket */
  _broken(socket) {
    if (socket !== this._socket) return;
    this._socket = null;
    if (!this._alarm)
      this._alarm = window.setTimeout(() => this.dispatchEvent(new CustomEvent("line", { detail: false })), SILENT);
    const wait = Math.min(LONGEST, 150 * 2 ** this._tries) * (0.5 + Math.random() / 2);
    this._tries += 1;
    clearTimeout(this._timer);
    this._timer = window.setTimeout(() => this.connect(), wait);
  }

  _listen() {
    const socket = this._socket;
    if (!socket || performance.now() - this._heard < DEAD) return;
    socket.close();
    this._broken(socket); // a dead line does not even tell that it is closed
  }

  /** The line may be there again: no use in waiting. */
  _hurry() {
    if (this._socket) return;
    clearTimeout(this._timer);
    this.connect();
  }
}
