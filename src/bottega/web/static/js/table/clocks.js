// Clocks that run between two messages of the server.

const DAY = 86_400_000;
const HOUR = 3_600_000;
const HURRY = 20_000; // milliseconds: tenths are shown, and it is marked

export class Clocks {
  constructor() {
    /** @type {{element: HTMLElement, left: number, isRunning: boolean}[]} */
    this._clocks = [];
    this._start = 0;
    setInterval(() => this._tick(), 100);
  }

  /**
   * What the clocks show at this moment.
   * @param {{element: HTMLElement, left: number | null, isRunning: boolean}[]} clocks
   */
  set(clocks) {
    this._start = performance.now();
    this._clocks = clocks.flatMap(({ element, left, isRunning }) => {
      element.hidden = left === null;
      return left === null ? [] : [{ element, left, isRunning }];
    });
    this._tick();
  }

  _tick() {
    const passed = performance.now() - this._start;
    for (const { element, left, isRunning } of this._clocks) {
      const now = Math.max(0, left - (isRunning ? passed : 0));
      const text = shown(now);
      if (element.textContent !== text) element.textContent = text;
      element.classList.toggle("is-running", isRunning);
      element.classList.toggle("is-short", isRunning && now < HURRY);
    }
  }
}

/** @param {number} left milliseconds */
function shown(left) {
  const two = (/** @type {number} */ value) => String(Math.floor(value)).padStart(2, "0");
  if (left >= DAY) return `${Math.floor(left / DAY)}d ${two((left % DAY) / HOUR)}h`;
  const [hours, minutes, seconds] = [left / HOUR, (left % HOUR) / 60_000, (left % 60_000) / 1000];
  if (left >= HOUR) return `${Math.floor(hours)}:${two(minutes)}:${two(seconds)}`;
  if (left < HURRY) return `${two(minutes)}:${two(seconds)}.${Math.floor((seconds % 1) * 10)}`;
  return `${two(minutes)}:${two(seconds)}`;
}
