// The tree of a study: the game, and what was tried besides.

/** @typedef {import("./types.js").WireNode} WireNode */

/**
 * @typedef {object} Node
 * @property {WireNode} told
 * @property {Node | null} parent
 * @property {Node[]} children the first is the main line
 * @property {number} ply moves so far
 * @property {boolean} isMain
 * @property {string} path
 */

export class Tree {
  /** @param {WireNode[]} nodes parents before their children */
  constructor(nodes) {
    /** @type {Node[]} */
    const made = [];
    for (const told of nodes) {
      const parent = told.parent === null ? null : made[told.parent];
      const index = parent ? parent.children.length : 0;
      /** @type {Node} */
      const node = {
        told,
        parent,
        children: [],
        ply: parent ? parent.ply + 1 : 0,
        isMain: parent ? parent.isMain && index === 0 : true,
        path: parent ? (parent.path ? `${parent.path}.${index}` : String(index)) : "",
      };
      parent?.children.push(node);
      made.push(node);
    }
    this.root = made[0];
    /** @type {Map<string, Node>} */
    this._byPath = new Map(made.map((node) => [node.path, node]));
  }

  /**
   * The nodes of the game, the root first.
   * @returns {Node[]}
   */
  get main() {
    return lineFrom(this.root);
  }

  /**
   * The node at the end of a path, or as far as that leads.
   * @param {string} path @returns {Node}
   */
  find(path) {
    for (let left = path; left; left = left.slice(0, Math.max(0, left.lastIndexOf(".")))) {
      const found = this._byPath.get(left);
      if (found) return found;
    }
    return this.root;
  }

  /**
   * What the address says after #: "12" in the game, "12-1.0" besides it.
   * @param {string} text @returns {Node}
   */
  fromAddress(text) {
    const found = /^(\d+)(?:-([\d.]+))?$/.exec(text);
    if (!found) return this.root;
    const main = Array(Math.min(Number(found[1]), this.main.length - 1)).fill("0");
    return this.find([...main, ...(found[2] ? [found[2]] : [])].join("."));
  }

  /** @param {Node} node @returns {string} */
  toAddress(node) {
    const steps = node.path ? node.path.split(".") : [];
    const main = steps.findIndex((step) => step !== "0");
    return main < 0 ? String(steps.length) : `${main}-${steps.slice(main).join(".")}`;
  }
}

/**
 * This node and those after it along the main line.
 * @param {Node} node @returns {Node[]}
 */
export function lineFrom(node) {
  const line = [node];
  for (let next = node.children[0]; next; next = next.children[0]) line.push(next);
  return line;
}
