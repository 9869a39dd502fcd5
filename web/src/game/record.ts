// SPDX-License-Identifier: MIT
//
// A game as people keep it: rules, start and moves. Its text is what `quixo play` saves and `quixo review`
// reads: the rules name, a start position on a line of its own if it is not the empty board, then the moves,
// with or without numbers; # starts a comment.
import {
  emptyBoard,
  moveName,
  movesFrom,
  parseMove,
  parsePosition,
  play,
  positionText,
  winner,
  type Move,
  type Position,
} from './position';
import { InputError, parseRules, rulesName, type Rules } from './rules';

export interface Game {
  readonly rules: Rules;
  /** The start and the position after each move. */
  readonly positions: readonly Position[];
  readonly moves: readonly Move[];
}

export const newGame = (rules: Rules, start = emptyBoard(rules)): Game => ({
  rules,
  positions: [start],
  moves: [],
});

/** The game with its moves after the first `length` dropped. */
export function firstMoves(game: Game, length: number): Game {
  return { ...game, positions: game.positions.slice(0, length + 1), moves: game.moves.slice(0, length) };
}

/** The game with one more move, which must be legal. */
export function withMove(game: Game, move: Move): Game {
  const position = play(game.rules, game.positions.at(-1)!, move);
  return { ...game, positions: [...game.positions, position], moves: [...game.moves, move] };
}

/** The same, for a move that comes from outside. */
export function withMoveText(game: Game, text: string): Game {
  const { rules } = game;
  const position = game.positions.at(-1)!;
  const refuse = (why: string) => new InputError(`Move ${game.moves.length + 1} (${text}): ${why}`);
  if (winner(rules, position)) throw refuse('the game is already over.');
  const move = parseMove(rules, text);
  const possible = movesFrom(rules, position, move.taken);
  if (possible.length === 0)
    throw refuse(`${position.toMove} may take only blanks and own cubes from the border.`);
  if (!possible.some(({ inserted }) => inserted === move.inserted))
    throw refuse('a cube goes in at another end of its row or column.');
  return withMove(game, move);
}

export function gameText(game: Game): string {
  const { rules, moves } = game;
  const start = positionText(rules, game.positions[0]!);
  const lines = [rulesName(rules)];
  if (start !== positionText(rules, emptyBoard(rules))) lines.push(start);
  for (let i = 0; i < moves.length; i += 2)
    lines.push(
      `${i / 2 + 1}. ${moves
        .slice(i, i + 2)
        .map((move) => moveName(rules, move))
        .join(' ')}`,
    );
  return lines.join('\n') + '\n';
}

export function parseGame(text: string): Game {
  let game: Game | null = null;
  text.split('\n').forEach((raw, index) => {
    const line = raw.replace(/#.*/, '').trim();
    if (line === '') return;
    try {
      if (!game) game = newGame(parseRules(line));
      else if (line.includes('/')) {
        if (game.moves.length > 0) throw new InputError('A start position must come before the moves.');
        game = newGame(game.rules, parsePosition(game.rules, line));
      } else
        for (const word of line.split(/\s+/).map((word) => word.replace(/^\d+\./, '')))
          if (word !== '') game = withMoveText(game, word);
    } catch (error) {
      if (error instanceof InputError) throw new InputError(`Line ${index + 1}: ${error.message}`);
      throw error;
    }
  });
  if (!game) throw new InputError('There is no game here: the first line names the board, such as 5x5.');
  return game;
}
