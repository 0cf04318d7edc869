// What goes over the wire, as docs/server.md describes it: for the type checker, and for whoever reads.

/**
 * @typedef {[number, number]} Cell column to the east, row to the south
 * @typedef {[number, number, number, number]} Box west, north, width, height
 * @typedef {{box: Box, body: string}} Drawing
 * @typedef {{name: string, table: string, ink: string, quiet: string, mark: string, good: string, bad: string, is_bold: boolean}} Look
 */

/**
 * @typedef {object} Picture
 * @property {number} [ply]
 * @property {Box} box
 * @property {number} side
 * @property {string} symbols
 * @property {string} board
 * @property {Drawing[]} trays
 * @property {Drawing} common
 * @property {Look} theme
 * @property {string} summary
 * @property {string[]} sentences
 * @property {string} note
 */

/**
 * @typedef {object} Piece
 * @property {string} name
 * @property {string} words
 * @property {number} turns
 * @property {number} amount
 * @property {Drawing[]} drawings one for each number of turns, the cell that it is held over at the origin
 */

/** @typedef {[number, number, number, string]} Place column, row, turns, move */

/** @typedef {{move: string, label: string, key: string, piece: string, asks: boolean}} Word */

/**
 * @typedef {object} Turn
 * @property {number} seat
 * @property {number} ply
 * @property {boolean} is_ahead
 * @property {Piece[]} pieces
 * @property {Record<string, Place[]>} places
 * @property {Record<string, Cell[]>} extras
 * @property {Drawing & {amount: number}} extra
 * @property {Word[]} words
 * @property {string} [symbols] those that the drawings of the pieces use
 */

/** @typedef {{cell: Cell, turn: number, move: string, reason: string, words?: string}} Verdict */

/**
 * @typedef {object} Decision
 * @property {string} move
 * @property {Cell[]} extras
 */

/** @typedef {{move: string, extras: Cell[], words: string}} ReadMove a move, taken apart */

export {};
