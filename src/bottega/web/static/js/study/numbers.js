// Chances as one writes them in the reader's language.

const language = document.documentElement.lang;
const plain = new Intl.NumberFormat(language, { style: "percent" });
const withSign = new Intl.NumberFormat(language, { style: "percent", signDisplay: "exceptZero" });

/** @param {number} chance */
export const percent = (chance) => plain.format(chance);

/**
 * A change of a chance.
 * @param {number} change
 */
export const signed = (change) => withSign.format(Math.round(change * 100) / 100 || 0).replace("-", "−");
