// Small helpers to make elements.

const SVG = "http://www.w3.org/2000/svg";

/**
 * An SVG element with attributes.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | number>} [attributes]
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, attributes = {}) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}

/**
 * An HTML element with attributes and children. `text` is plain text.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | number | boolean>} [attributes] `true` is an attribute without value, `false` none
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function html(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children);
  return made;
}

/**
 * A drawing of the server as a picture of its own; its symbols are somewhere else on the page.
 * @param {{box: number[], body: string}} drawing
 * @param {number} scale pixels to a unit
 * @returns {SVGSVGElement}
 */
export function drawn(drawing, scale) {
  const [x, y, width, height] = drawing.box;
  const made = svg("svg", {
    viewBox: `${x} ${y} ${width} ${height}`,
    width: width * scale,
    height: height * scale,
    "aria-hidden": "true",
  });
  made.innerHTML = drawing.body;
  return made;
}

/** Whether things may move for the eye's sake. */
export const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
