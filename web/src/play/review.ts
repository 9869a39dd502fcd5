// SPDX-License-Identifier: MIT
//
// The judgements of a review in signs and words.
import type { Judgement, Review, ReviewedMove } from '../api';
import { count, type Player } from '../game/position';
import { trapWords } from '../values';

const errorSigns: Partial<Record<Judgement, string>> = {
  'win to loss': '??',
  'win to draw': '?',
  'win to unclear': '?',
  'draw to loss': '?',
  'unclear to loss': '?',
  'slower win': '?!',
  'faster loss': '?!',
};

type Judged = Pick<ReviewedMove, 'judgement' | 'only_move' | 'missed_trap'>;

/** The sign beside a move: an error before a missed trap, "!" for the only move that held. */
export function markOf({
  judgement,
  only_move,
  missed_trap,
}: Judged): { sign: string; kind: 'bad' | 'good' | 'missed' } | null {
  const error = errorSigns[judgement];
  if (error) return { sign: error, kind: 'bad' };
  if (only_move) return { sign: '!', kind: 'good' };
  return missed_trap ? { sign: '◇', kind: 'missed' } : null;
}

/** The same in words, for screen readers and the mouse. */
export function remarksOf({ judgement, only_move, missed_trap }: Judged): string[] {
  const remarks = [];
  if (judgement in errorSigns) remarks.push(judgement);
  if (only_move) remarks.push('only move');
  if (missed_trap) remarks.push(`missed trap: ${missed_trap.move} ${trapWords(missed_trap)}`);
  return remarks;
}

/** "a win into a loss", "an unclear game into a loss". */
export function turnedWords(judgement: Judgement): string {
  const thing = (outcome: string) => (outcome === 'unclear' ? 'an unclear game' : `a ${outcome}`);
  return judgement.split(' to ').map(thing).join(' into ');
}

/** What to say of a game without turning points. */
export function summaryWords({ moves }: Pick<Review, 'moves'>): string {
  const has = (judgement: Judgement) => moves.some((move) => move.judgement === judgement);
  const delays = moves.filter(({ judgement }) => judgement === 'slower win' || judgement === 'faster loss');
  if (delays.length > 0)
    return 'No turning points: nobody gave the result away, but there were quicker wins or longer fights.';
  return has('unclear')
    ? 'No turning points: nothing was given away, as far as could be proved.'
    : 'No turning points: nobody gave anything away.';
}

/** Where moves are unclear: how many are not, since accuracy is told of those alone. */
export function countedWords(
  moves: readonly Pick<ReviewedMove, 'player' | 'judgement'>[],
  player: Player,
): string {
  const own = moves.filter((move) => move.player === player);
  const counted = own.filter(({ judgement }) => judgement !== 'unclear');
  return counted.length === own.length ? '' : ` in ${counted.length} of ${count(own.length, 'move')}`;
}
