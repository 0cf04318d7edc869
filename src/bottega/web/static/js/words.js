// Words in the guest's language: the page brings them along.

/** @type {Record<string, string>} */
const words = JSON.parse(document.getElementById("words")?.textContent ?? "{}");

/**
 * The words of this key with values filled in: `word("moves_left", { n: 3 })` for "{n} moves left".
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function word(key, values = {}) {
  const text = words[key];
  if (text === undefined) throw new Error(`no words for ${key}`);
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}
