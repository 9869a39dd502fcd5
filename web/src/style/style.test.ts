// SPDX-License-Identifier: MIT
//
// All style sheets end up in one, in an order that nobody looks at. They cannot meet: each rule of a component
// begins with a class that has the name of its file, such as .graph or .graph-point in graph.css, and words for
// a state, such as current, stand only beside such a class. What is for everybody is in this folder.
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const source = fileURLToPath(new URL('..', import.meta.url));
const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
const read = (file: string) => readFileSync(source + file, 'utf8');

const styleSheets = files
  .filter((file) => file.endsWith('.css'))
  .map((file) => ({
    file,
    name: basename(file, '.css'),
    text: read(file).replace(/\/\*.*?\*\/|url\([^)]*\)/gs, ''),
  }));
const ofComponents = styleSheets.filter(({ file }) => !file.startsWith('style'));
const markup = files.filter((file) => file.endsWith('.tsx')).map(read);

/** The selectors of a style sheet without their lists, @rules and key frames. */
const selectors = (text: string) =>
  [...text.matchAll(/([^{};]+)\{/g)]
    .flatMap(([, list]) => list!.split(/,(?![^(]*\))/))
    .map((selector) => selector.trim())
    .filter((selector) => !/^(@|from$|to$|\d+%$)/.test(selector));

/** The style sheet that the first class of a selector belongs to. */
function ownerOf(selector: string): string | undefined {
  const [, first = ''] = /^\.([\w-]+)/.exec(selector) ?? [];
  const owners = ofComponents.filter(({ name }) => first === name || first.startsWith(`${name}-`));
  return owners.map(({ name }) => name).sort((one, two) => two.length - one.length)[0];
}

test('no two style sheets have the same name', () => {
  const names = ofComponents.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(20);
  expect(new Set(names).size).toBe(names.length);
});

describe.each(styleSheets)('$file', ({ text }) => {
  test('overrules nothing by force', () => expect(text).not.toContain('!important'));

  test('has no class that nobody uses', () => {
    const classes = new Set([...text.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name!));
    const isUsed = (name: string) =>
      markup.some((text) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(text));
    expect([...classes].filter((name) => !isUsed(name))).toEqual([]);
  });
});

test.each(ofComponents)('all rules of $file are its own', ({ name, text }) => {
  expect(selectors(text).length).toBeGreaterThan(0);
  expect(selectors(text).filter((selector) => ownerOf(selector) !== name)).toEqual([]);
});
