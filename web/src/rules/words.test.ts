// SPDX-License-Identifier: MIT
import { expect, test } from 'vitest';
import { parseRules } from '../game/rules';
import { rulesSteps } from './words';

test('the rules in words follow the rules of the board', () => {
  const [, , official] = rulesSteps(parseRules('5x5'));
  expect(official.title).toBe('Five in a row');
  expect(official.text).toContain('with five of your symbol');
  expect(official.text).toContain('both players, you lose');
  const [, , other] = rulesSteps(parseRules('4x5-line3-double-wins'));
  expect(other.title).toBe('Three in a row');
  expect(other.text).toContain('both players, you win');
  expect(rulesSteps(parseRules('2x15-line15'))[2].title).toBe('Fifteen in a row');
});
