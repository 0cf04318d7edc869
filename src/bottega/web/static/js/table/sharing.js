// The link to a table: whoever has it can come.
import { word } from "../words.js";

/** The address of this table, whatever was added to it. */
export const link = () => location.href.split(/[?#]/)[0];

/**
 * Copy the link.
 * @returns {Promise<string>} what to say about it: the link itself where there is no clipboard
 */
export async function copyLink() {
  try {
    await navigator.clipboard.writeText(link());
    return word("copied");
  } catch {
    return link();
  }
}
