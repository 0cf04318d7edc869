// Steps through a game. The picture holds all moves at once; `data-seen="0-2 5-9"` tells in which of them
// something is seen.

/** @typedef {{get(name: string): any, set(name: string, value: any): void, save_changes(): void,
 *             on(event: string, call: () => void): void, off(event: string, call: () => void): void}} Model */

/** What the buttons show, and where they lead from a move of a game of `last` moves. */
const BUTTONS = {
  first: { icon: "M2 2h2v12H2zM14 2v12L5 8z", to: () => 0 },
  back: { icon: "M12 2v12L3 8z", to: (/** @type {number} */ move) => move - 1 },
  forward: { icon: "M4 2v12l9-6z", to: (/** @type {number} */ move) => move + 1 },
  last: { icon: "M12 2h2v12h-2zM2 2v12l9-6z", to: (/** @type {number} */ _move, /** @type {number} */ last) => last },
};
/** @type {Record<string, keyof typeof BUTTONS>} */
const KEYS = { Home: "first", ArrowLeft: "back", ArrowRight: "forward", End: "last" };

/** @param {{model: Model, el: HTMLElement}} widget */
function render({ model, el }) {
  const words = model.get("words");
  const last = model.get("moves").length;

  const table = document.createElement("div");
  table.innerHTML = model.get("picture");
  const layers = [...table.querySelectorAll("[data-seen]")].map((layer) => {
    const times = (layer.getAttribute("data-seen") ?? "").split(" ").map((time) => time.split("-").map(Number));
    return { layer, times };
  });

  const bar = document.createElement("nav");
  const buttons = Object.entries(BUTTONS).map(([name, { icon, to }]) => {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.step = name;
    button.title = words[name];
    button.setAttribute("aria-label", words[name]);
    button.innerHTML = `<svg viewBox="0 0 16 16" aria-hidden="true"><path d="${icon}"/></svg>`;
    button.addEventListener("click", () => go(to(model.get("move"), last)));
    return button;
  });
  const slider = document.createElement("input");
  slider.type = "range";
  slider.min = "0";
  slider.max = String(last);
  slider.setAttribute("aria-label", words.slider);
  slider.addEventListener("input", () => go(Number(slider.value)));
  const caption = document.createElement("output");
  bar.append(...buttons.slice(0, 2), slider, ...buttons.slice(2), caption);

  /** @param {number} move */
  function go(move) {
    const there = Math.min(Math.max(move, 0), last);
    if (there === model.get("move")) return;
    model.set("move", there);
    model.save_changes();
  }

  function show() {
    const move = model.get("move");
    for (const { layer, times } of layers) {
      const isSeen = times.some(([first, last]) => first <= move && move <= last);
      layer.setAttribute("display", isSeen ? "inline" : "none");
    }
    slider.value = String(move);
    caption.value = move ? `${move}. ${model.get("moves")[move - 1]}` : words.before;
    for (const button of buttons) {
      const isBack = button.dataset.step === "first" || button.dataset.step === "back";
      button.disabled = isBack ? move === 0 : move === last;
    }
  }

  /** @param {KeyboardEvent} event */
  function press(event) {
    const step = KEYS[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault(); // the slider has its own idea of these keys, and pages scroll
    event.stopPropagation(); // notebooks too
    go(BUTTONS[step].to(model.get("move"), last));
  }

  el.classList.add("bottega-stepper");
  el.tabIndex = 0;
  el.append(table, bar);
  el.addEventListener("keydown", press);
  model.on("change:move", show);
  show();
  return () => {
    model.off("change:move", show);
    el.removeEventListener("keydown", press);
  };
}

export default { render };
