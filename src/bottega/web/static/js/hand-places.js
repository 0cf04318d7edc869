// Where a piece may lie: the legal places of one decision, found by pointing. The server has listed them; nothing is decided here.

/**
 * @typedef {import("./types.js").Piece} Piece
 * @typedef {import("./types.js").Cell} Cell
 * @typedef {import("./types.js").Turn} Turn
 * @typedef {{cell: Cell, turn: number, move: string}} Spot a legal place; without a move it is not legal, or not known to be
 */

const MAGNET = 0.22; // of a cell: so far beyond its border a legal place still draws the piece

export class Places {
  /** @param {Turn} turn @param {number} side of a cell */
  constructor(turn, side) {
    this.side = side;
    /** @type {Map<string, Map<string, string>>} piece, then "x,y,turn", to the move */
    this._moves = new Map();
    /** @type {Map<string, {piece: Piece, spot: Spot}>} */
    this._byMove = new Map();
    for (const piece of turn.pieces) {
      const moves = new Map();
      for (const [x, y, turned, move] of turn.places[piece.name] ?? []) {
        moves.set(`${x},${y},${turned}`, move);
        this._byMove.set(move, { piece, spot: { cell: [x, y], turn: turned, move } });
      }
      this._moves.set(piece.name, moves);
    }
  }

  /**
   * How many places a piece has.
   * @param {Piece} piece
   */
  count(piece) {
    return this._moves.get(piece.name)?.size ?? 0;
  }

  /**
   * What a legal move lays where.
   * @param {string} move
   */
  of(move) {
    return this._byMove.get(move);
  }

  /** All moves that lay something. */
  get moves() {
    return this._byMove;
  }

  /** @param {Piece} piece @param {Cell} cell @param {number} turn @returns {string} the move, or nothing */
  move(piece, cell, turn) {
    return this._moves.get(piece.name)?.get(`${cell[0]},${cell[1]},${turn}`) ?? "";
  }

  /**
   * The cell over which a piece is held when its grip is at this point of the board: a piece that turns around one of its cells
   * is held by that cell, any other one by its middle.
   * @param {Piece} piece @param {number} turn @param {number} x @param {number} y
   * @returns {[number, number]} not yet whole: the middle of the cell is at .5
   */
  _held(piece, turn, x, y) {
    const [left, top, width, height] = piece.drawings[turn].box;
    if (isBeside(piece, this.side)) return [(x - left - width / 2) / this.side + 0.5, (y - top - height / 2) / this.side + 0.5];
    if (isHinged(piece)) return [x / this.side, y / this.side];
    return [(x - width / 2) / this.side + 0.5, (y - height / 2) / this.side + 0.5];
  }

  /**
   * The point of the board at which a piece that lies there would be held.
   * @param {Piece} piece
   * @param {Spot} spot
   * @returns {[number, number]}
   */
  grip(piece, { cell, turn }) {
    const [left, top, width, height] = piece.drawings[turn].box;
    const [x, y] = [cell[0] * this.side, cell[1] * this.side];
    if (isHinged(piece) && !isBeside(piece, this.side)) return [x + this.side / 2, y + this.side / 2];
    return [x + left + width / 2, y + top + height / 2];
  }

  /**
   * Where the piece goes when somebody points there: over the cell, or to a legal place that is very near.
   * @param {Piece} piece @param {number} turn @param {number} x @param {number} y
   * @returns {Spot}
   */
  snap(piece, turn, x, y) {
    if (isBeside(piece, this.side)) return this._nearest(piece, turn, x, y);
    const [column, row] = this._held(piece, turn, x, y);
    /** @type {Cell} */
    const cell = [Math.floor(column), Math.floor(row)];
    const move = this.move(piece, cell, turn);
    if (move) return { cell, turn, move };
    let best = { cell, turn, move: "" };
    let nearest = 0.5 + MAGNET;
    for (const dx of [-1, 0, 1]) {
      for (const dy of [-1, 0, 1]) {
        /** @type {Cell} */
        const near = [cell[0] + dx, cell[1] + dy];
        const distance = Math.max(Math.abs(column - near[0] - 0.5), Math.abs(row - near[1] - 0.5));
        const found = distance < nearest && this.move(piece, near, turn);
        if (found) {
          best = { cell: near, turn, move: found };
          nearest = distance;
        }
      }
    }
    return best;
  }

  /**
   * A piece that lies beside its cell goes to the nearest place, turned as that needs.
   * @param {Piece} piece
   * @param {number} turn
   * @param {number} x
   * @param {number} y
   * @returns {Spot}
   */
  _nearest(piece, turn, x, y) {
    let nearest = 1.2 * this.side;
    /** @type {Spot} */
    let best = { cell: [Math.floor(x / this.side), Math.floor(y / this.side)], turn, move: "" };
    for (const [key, move] of this._moves.get(piece.name) ?? []) {
      const [column, row, turned] = key.split(",").map(Number);
      const [gripX, gripY] = this.grip(piece, { cell: [column, row], turn: turned, move });
      const distance = Math.hypot(gripX - x, gripY - y) + (turned === turn ? 0 : 0.1 * this.side);
      if (distance < nearest) {
        nearest = distance;
        best = { cell: [column, row], turn: turned, move };
      }
    }
    return best;
  }

  /**
   * Which turns fit when the piece is held at that point.
   * @param {Piece} piece
   * @param {number} x
   * @param {number} y
   * @returns {Spot[]} in the order of their turns
   */
  fitting(piece, x, y) {
    const spots = Array.from({ length: piece.turns }, (_, turn) => this.snap(piece, turn, x, y));
    const legal = spots.filter((spot) => spot.move);
    return legal.filter((spot, index) => legal.findIndex((other) => other.move === spot.move) === index);
  }

  /**
   * The next legal place after this one: as it is turned first, row by row, then with other turns.
   * @param {Piece} piece
   * @param {Spot} from
   * @param {number} step 1 or -1
   * @returns {Spot | null}
   */
  next(piece, from, step) {
    const order = (/** @type {{cell: Cell, turn: number}} */ spot) => [spot.turn, spot.cell[1], spot.cell[0]];
    const spots = [...(this._moves.get(piece.name) ?? [])].map(([key, move]) => {
      const [x, y, turn] = key.split(",").map(Number);
      return /** @type {Spot} */ ({ cell: [x, y], turn, move });
    });
    spots.sort((one, other) => step * compare(order(one), order(other)));
    return spots.find((spot) => step * compare(order(spot), order(from)) > 0) ?? spots[0] ?? null;
  }
}

/**
 * Whether it lies beside the cell that it is held over.
 * @param {Piece} piece @param {number} side
 */
function isBeside(piece, side) {
  return piece.drawings.some(({ box: [x, y, width, height] }) => x >= side || y >= side || x + width <= 0 || y + height <= 0);
}

/**
 * Whether it turns around the cell that it is held over.
 * @param {Piece} piece
 */
export function isHinged(piece) {
  return piece.drawings.some(({ box: [x, y] }) => x < -1 || y < -1);
}

/** @param {number[]} one @param {number[]} other */
function compare(one, other) {
  const index = one.findIndex((value, at) => value !== other[at]);
  return index < 0 ? 0 : one[index] - other[index];
}
