// SPDX-License-Identifier: MIT
import { expect, test } from 'vitest';
import type { Solving } from '../api';
import {
  commandOf,
  needsWords,
  offered,
  progressWords,
  stoppedWords,
  timeWords,
  whyNotWords,
} from './solve_offer';

test.each([
  [0, 'a few seconds'],
  [8, 'about 10 seconds'],
  [52, 'about 55 seconds'],
  [58, 'about 1 minute'],
  [290, 'about 5 minutes'],
  [57 * 60, 'about 1 hour'],
  [72 * 60, 'about 1 hour 10 minutes'],
  [121 * 60, 'about 2 hours'],
  [48 * 3600, 'about 48 hours'],
  [1e6, 'about 12 days'],
])('%i seconds are %s', (seconds, words) => expect(timeWords(seconds)).toBe(words));

const needs = {
  memory_bytes: 4.8e9,
  disk_bytes: 31e8,
  table_bytes: 12e8,
  seconds: 290,
  fits: true,
  why: null,
};

test('what a table takes', () => {
  expect(needsWords(needs)).toBe('about 5 minutes, up to 4.8 GB of memory and 3.1 GB on disk');
});

test('only what adds something is offered', () => {
  expect(offered({ status: 'missing', metric: null })).toEqual(['outcome', 'distance']);
  expect(offered({ status: 'solving', metric: null })).toEqual(['outcome', 'distance']);
  expect(offered({ status: 'ready', metric: 'outcome' })).toEqual(['distance']);
  expect(offered({ status: 'ready', metric: 'distance' })).toEqual([]);
});

test('progress with the time that is left', () => {
  const progress: Solving = {
    rules: '5x5',
    status: 'solving',
    metric: 'outcome',
    layer: 12,
    phase: 'sweep',
    phase_share: 0.5,
    share: 0.421,
    seconds_left: 130,
    message: null,
    needs: { outcome: needs, distance: needs },
  };
  expect(progressWords(progress)).toBe('42.1 % done, about 2 minutes left');
  expect(progressWords({ ...progress, seconds_left: null })).toBe('42.1 % done');
  expect(progressWords({ ...progress, share: null, seconds_left: null })).toBe('It has begun');
  expect(stoppedWords(progress)).toBe('Begun and stopped at 42 %. What is done is kept.');
  expect(stoppedWords({ ...progress, share: null })).toBe('Begun and stopped. What is done is kept.');
});

test('the commands of both tables', () => {
  expect(commandOf('5x5', 'distance')).toBe('quixo solve 5x5');
  expect(commandOf('5x5', 'outcome')).toBe('quixo solve 5x5 --outcome-only');
});

test('why tables cannot be made from here', () => {
  const refused = { read_only: false, why_not: 'no' };
  expect(whyNotWords(null, true, 'localhost')).toBe('');
  expect(whyNotWords({ read_only: false, why_not: null }, true, 'localhost')).toBe('');
  expect(whyNotWords(refused, true, 'localhost')).toContain('open the address that quixo serve printed');
  expect(whyNotWords(refused, true, 'example.org')).toContain('on the server’s own machine only');
  expect(whyNotWords({ ...refused, read_only: true }, true, 'localhost')).toContain('read-only');
  expect(whyNotWords(refused, false, 'localhost')).toBe(refused.why_not);
});
