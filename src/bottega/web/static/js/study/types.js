// What the server tells about a study, as docs/server.md describes it.

/**
 * @typedef {{colour: string, player: string, is_winner: boolean, paint: Record<string, string>}} Seat
 *
 * @typedef {object} WireNode
 * @property {number | null} parent
 * @property {number} seat who made the move, -1 before the first one
 * @property {string} move
 * @property {string} words
 * @property {string} comment
 * @property {number | null} clock
 * @property {number[][]} score after it
 * @property {number} decides the seat to decide then, -1: nobody
 *
 * @typedef {{move: string, words: string, wins: number[], points: number[], line: string[], reasons: string}} Choice
 *
 * @typedef {object} Judgement one decision of the game
 * @property {number} number
 * @property {number} seat
 * @property {number} legal
 * @property {number[]} before
 * @property {number[]} after
 * @property {number[]} arrived
 * @property {number} loss
 * @property {"" | "inaccuracy" | "mistake" | "blunder"} mark
 * @property {string} mark_words
 * @property {number[]} luck
 * @property {string} played
 * @property {string} best
 * @property {Choice[]} choices best first
 *
 * @typedef {object} Balance
 * @property {number} start
 * @property {number} decisions
 * @property {number} gifts
 * @property {number} luck
 * @property {number} luck_error
 * @property {number} revision
 * @property {number} end
 * @property {number} blunder
 * @property {number} mistake
 * @property {number} inaccuracy
 *
 * @typedef {{decisions: Judgement[], mistakes: number[], balances: Balance[]}} Analysis
 * @typedef {{state: "none" | "running" | "done" | "failed", done: number, total: number, reason: string}} Progress
 *
 * @typedef {object} Study
 * @property {string} id
 * @property {string} game
 * @property {string} title
 * @property {Seat[]} seats
 * @property {string[]} score_parts
 * @property {string} words
 * @property {number} plies
 * @property {boolean} is_mine
 * @property {string} table
 * @property {WireNode[]} nodes
 * @property {Analysis | null} analysis
 * @property {Progress} progress
 */

export {};
