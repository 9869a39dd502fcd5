// SPDX-License-Identifier: MIT
import { describe, expect, test } from 'vitest';
import { gameText } from './game/record';
import { home } from './home';
import { gameLink, parseGameLink, parameterText } from './link';

const opened = (link: string) => parseGameLink(new URL(link, 'http://localhost').hash.slice(1));

describe('links', () => {
  test.each([
    '/#rules=4x4',
    '/#rules=4x4&moves=a4d4,b1b4',
    '/#rules=4x4&moves=a4d4,b1b4&at=0',
    '/#rules=3x3-double-wins&start=X1O/3/3+x',
    '/#rules=3x3&start=X1O/3/3+x&moves=a3c3&at=0',
    '/#rules=3x3&moves=a3c3&mode=explore',
  ])('%s is read and written', (link) => expect(gameLink(opened(link)!)).toBe(home + link.slice(1)));

  test('hold the whole game', () => {
    const { game, at } = opened('/#rules=3x3&start=X1O/3/3+x&moves=a3c3,a1c1&at=1')!;
    expect(gameText(game)).toBe('3x3\nX1O/3/3 x\n1. a3c3 a1c1\n');
    expect(at).toBe(1);
  });

  test('without a game are no error', () => {
    expect(opened('/')).toBeNull();
    expect(opened('/#utm=1')).toBeNull();
  });

  test.each([
    ['/#moves=a4d4', 'does not name a board'],
    ['/#rules=9x9', 'at most 30 cells'],
    ['/#rules=4x4&start=5/5/5/5/5+x', 'Row 1 has 5 cells'],
    ['/#rules=4x4&moves=a4d4,zz', '“zz” is not a move'],
    ['/#rules=4x4&moves=a4d4,d4a4', 'Move 2 (d4a4)'],
    ['/#rules=4x4&moves=a4d4&at=2', 'from 0 to 1'],
    ['/#rules=4x4&at=-1', 'at=-1'],
    ['/#rules=4x4&mode=dance', 'neither play nor explore'],
  ])('%s is explained', (link, message) => expect(() => opened(link)).toThrow(message));

  test('leave out what is not there and escape what must be', () =>
    expect(parameterText({ a: 'x y/z', b: undefined, c: '', d: 0, e: '&=' })).toBe('a=x+y/z&d=0&e=%26%3D'));
});
