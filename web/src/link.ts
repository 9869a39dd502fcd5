// SPDX-License-Identifier: MIT
//
// What the address bar holds. A game is /#rules=4x4&start=XO2/4/4/4+x&moves=a4d4,b1b4&at=1, where start is left
// out for the empty board and at, the number of moves on the board, for the end of the game. It stands after the
// #, which browsers keep to themselves: a game may be longer than the addresses that servers take. A link from
// another page may add mode=explore, which says how to look at it.
import { emptyBoard, moveName, parsePosition, positionText } from './game/position';
import { newGame, withMoveText, type Game } from './game/record';
import { InputError, parseRules, rulesName, type Rules } from './game/rules';
import { home } from './home';

/** The two ways of looking at a game: to play it, or to see what every move is worth. */
export type Mode = 'play' | 'explore';
export const isMode = (value: unknown): value is Mode => value === 'play' || value === 'explore';

export interface GameLink {
  game: Game;
  at: number;
  /** Left out to look at it as before. */
  mode?: Mode | undefined;
}

/** Slashes and commas may stand in an address as they are, and a link is read by people too. */
export function parameterText(parameters: Record<string, string | number | undefined>): string {
  const encode = (value: string) =>
    encodeURIComponent(value).replace(/%2F/g, '/').replace(/%2C/g, ',').replace(/%20/g, '+');
  return Object.entries(parameters)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name}=${encode(String(value))}`)
    .join('&');
}

/** The address of a page, the first one by an empty name. */
export function pageLink(page: string, parameters: Parameters<typeof parameterText>[0] = {}): string {
  const text = parameterText(parameters);
  return home + (page && `${page}/`) + (text && `#${text}`);
}

export function gameLink({ game, at, mode }: GameLink): string {
  const { rules, moves } = game;
  const start = positionText(rules, game.positions[0]!);
  return pageLink('', {
    rules: rulesName(rules),
    start: start === positionText(rules, emptyBoard(rules)) ? '' : start,
    moves: moves.map((move) => moveName(rules, move)).join(','),
    at: at === moves.length ? undefined : at,
    mode,
  });
}

/** The game of a link, or null when the link names none. Throws InputError when it cannot be played. */
export function parseGameLink(text: string): GameLink | null {
  const parameters = new URLSearchParams(text);
  if (![...parameters.keys()].some((name) => ['rules', 'start', 'moves', 'at'].includes(name))) return null;
  const rules = rulesOf(parameters);
  const start = parameters.get('start');
  let game = newGame(rules, start === null ? undefined : parsePosition(rules, start));
  for (const word of (parameters.get('moves') ?? '').split(','))
    if (word !== '') game = withMoveText(game, word);
  const atText = parameters.get('at') ?? String(game.moves.length);
  const at = /^\d{1,6}$/.test(atText) ? Number(atText) : NaN;
  if (!(at <= game.moves.length))
    throw new InputError(`at=${atText} is not a number of moves from 0 to ${game.moves.length}.`);
  const mode = parameters.get('mode');
  if (mode !== null && !isMode(mode)) throw new InputError(`mode=${mode} is neither play nor explore.`);
  return mode === null ? { game, at } : { game, at, mode };
}

export function rulesOf(parameters: URLSearchParams): Rules {
  const name = parameters.get('rules');
  if (name === null) throw new InputError('The link does not name a board, such as rules=4x4.');
  return parseRules(name);
}
