// The scene of a table, as docs/server.md describes it.

/**
 * @typedef {object} Seat
 * @property {string} colour
 * @property {string} player
 * @property {"person" | "machine" | "open"} kind
 * @property {string | null} level
 * @property {boolean} is_here
 * @property {boolean | null} is_online
 * @property {number[]} score
 * @property {number | null} clock
 * @property {boolean} is_winner
 */

/**
 * @typedef {{seat: number, move: string, words: string, spent: number}} Move
 * @typedef {{seat: number, what: string, waits_for?: number[]}} Offer
 * @typedef {{words: string, overlay: string}} Moment
 * @typedef {{text: string, ended: string, words: string, winners: number[]}} Result
 * @typedef {{number: number, games: number, standing: string[], next: string | null, result: string | null}} Match
 * @typedef {{move: string, wins: number[], reasons: string[]}} Candidate
 * @typedef {{seat: number, points: number, words: string, overlay: string}} Count
 */

/**
 * @typedef {object} Scene
 * @property {"scene"} type
 * @property {number} seq
 * @property {number} now
 * @property {string} table
 * @property {string} game
 * @property {string} title
 * @property {"waiting" | "running" | "over"} state
 * @property {number} viewer
 * @property {number[]} mine
 * @property {number | null} waits_for_look
 * @property {Seat[]} seats
 * @property {number} seat
 * @property {number} ply
 * @property {number} from
 * @property {Move[]} moves
 * @property {import("../types.js").Turn | null} turn
 * @property {Offer[]} offers
 * @property {string[]} can
 * @property {Moment[]} moments
 * @property {{kind: string}} clock
 * @property {Result | null} result
 * @property {Match | null} match
 * @property {string | null} rematch
 * @property {string | null} previous
 * @property {string | null} thinking
 * @property {boolean} is_warming
 */

export {};
