// SPDX-License-Identifier: MIT
//
// The colours of the values must differ for every eye, also for one that sees no green.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const tokens = readFileSync(fileURLToPath(new URL('tokens.css', import.meta.url)), 'utf8');

type Colour = readonly number[];

/** A token as linear red, green and blue, for the light and for the dark theme. */
function colour(name: string, theme: 0 | 1): Colour {
  const found = new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens)![theme + 1]!;
  const hex = found.length === 4 ? found.replace(/\w/g, '$&$&') : found;
  return [1, 3, 5].map((at) => {
    const share = parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
}

const times = (matrix: readonly Colour[], vector: Colour): number[] =>
  matrix.map((row) => row.reduce((sum, factor, index) => sum + factor * vector[index]!, 0));

/** What is left of a colour without the cones for green (Machado, Oliveira and Fernandes, 2009). */
const withoutGreen = (seen: Colour): number[] =>
  times(
    [
      [0.367322, 0.860646, -0.227968],
      [0.280085, 0.672501, 0.047413],
      [-0.01182, 0.04294, 0.968881],
    ],
    seen,
  ).map((part) => Math.min(1, Math.max(0, part)));

/** In OKLab, where distances are about as large as they look; black and white are 1 apart. */
const perceived = (seen: Colour): number[] =>
  times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    times(
      [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
      ],
      seen,
    ).map(Math.cbrt),
  );

function difference(one: Colour, two: Colour): number {
  const [first, second] = [perceived(one), perceived(two)];
  return Math.hypot(...first.map((part, index) => part - second[index]!));
}

const lightness = ([red, green, blue]: Colour) => 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
function contrast(one: Colour, two: Colour): number {
  const [darker, lighter] = [lightness(one), lightness(two)].sort((a, b) => a - b);
  return (lighter! + 0.05) / (darker! + 0.05);
}

const filled = ['win', 'draw', 'loss', 'trap'];

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('in the %s theme', (_, theme) => {
  test.each(filled.flatMap((one, at) => filled.slice(at + 1).map((two) => [one, two] as const)))(
    '%s and %s differ, also without green',
    (one, two) => {
      const [first, second] = [colour(one, theme), colour(two, theme)];
      expect(difference(first, second)).toBeGreaterThan(0.1);
      expect(difference(withoutGreen(first), withoutGreen(second))).toBeGreaterThan(0.1);
    },
  );

  test.each(filled)('what stands on %s can be read', (name) =>
    expect(contrast(colour(name, theme), colour('on-value', theme))).toBeGreaterThan(4.5),
  );
});
