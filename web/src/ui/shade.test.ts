// SPDX-License-Identifier: MIT
import { expect, test } from 'vitest';
import { shadeOf, shareOf } from './shade';

const drawn = (replies_that_hold: number, replies: number) => ({
  outcome: 'draw' as const,
  replies,
  replies_that_hold,
});

test('a draw is shaded by the share of replies that hold', () => {
  expect(shadeOf(drawn(42, 42))).toBe('safe');
  expect(shadeOf(drawn(7, 9))).toBe('safe');
  expect(shadeOf(drawn(6, 9))).toBe('tricky');
  expect(shadeOf(drawn(3, 9))).toBe('tricky');
  expect(shadeOf(drawn(8, 32))).toBe('trap');
  expect(shadeOf(drawn(1, 32))).toBe('trap');
  expect(shareOf(drawn(8, 32))).toBe(0.25);
});

test('so is an unclear move, but nothing else', () => {
  expect(shadeOf({ ...drawn(1, 32), outcome: null })).toBe('trap');
  expect(shadeOf({ ...drawn(1, 32), outcome: 'win' })).toBeNull();
  expect(shadeOf({ ...drawn(1, 32), outcome: 'loss' })).toBeNull();
  expect(shadeOf({ outcome: 'draw' })).toBeNull();
  expect(shadeOf(drawn(0, 0))).toBeNull();
});
