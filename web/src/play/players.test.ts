// SPDX-License-Identifier: MIT
import { describe, expect, test } from 'vitest';
import { against, isPlayers, opponentOf, seated, soleHuman, styleWords, swapped, titleOf } from './players';

const computers = [
  { name: 'level-4', title: 'Level 4 · Steady' },
  { name: 'searcher', title: 'Searcher' },
];

describe('players that the browser has kept', () => {
  test('are believed only when they may be names', () => {
    expect(isPlayers({ X: 'human', O: 'level-9' })).toBe(true);
    for (const kept of [null, 'X', { X: 'human' }, { X: 'human', O: 3 }, { X: 'human', O: '<b>' }])
      expect(isPlayers(kept)).toBe(false);
  });

  test('make way for one who plays when they would refuse', () => {
    expect(seated({ X: 'human', O: 'searcher' }, computers)).toEqual({ X: 'human', O: 'searcher' });
    expect(seated({ X: 'perfect', O: 'human' }, computers)).toEqual({ X: 'level-4', O: 'human' });
  });

  test('stay while the server has not said who plays', () =>
    expect(seated({ X: 'human', O: 'perfect' }, [])).toEqual({ X: 'human', O: 'perfect' }));

  test('are humans also by their old name', () =>
    expect(seated({ X: 'person', O: 'person' }, computers)).toEqual({ X: 'human', O: 'human' }));
});

test('sides', () => {
  expect(soleHuman({ X: 'level-4', O: 'human' })).toBe('O');
  expect(soleHuman({ X: 'human', O: 'human' })).toBeNull();
  expect(opponentOf({ X: 'level-4', O: 'human' })).toBe('level-4');
  expect(opponentOf({ X: 'human', O: 'human' })).toBe('human');
  expect(against('searcher', 'opponent')).toEqual({ X: 'searcher', O: 'human' });
  expect(swapped(against('searcher', 'opponent'))).toEqual(against('searcher', 'human'));
});

test('names', () => {
  expect(titleOf('level-4', computers)).toBe('Level 4 · Steady');
  expect(titleOf('level-5', [])).toBe('Level 5');
  expect(titleOf('human', computers)).toBe('Human');
  for (const name of ['human', 'level-1', 'searcher', 'winner', 'perfect'])
    expect(styleWords(name)).not.toBe('');
});
