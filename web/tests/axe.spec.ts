// SPDX-License-Identifier: MIT
//
// Screen readers and contrast, by axe-core: no page has a fault that it calls serious or critical, in both themes.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, open, test } from './server';

const pages: [what: string, path: string, sign: string, act?: (page: Page) => Promise<void>][] = [
  ['play', '/#rules=5x5', '.board-cell'],
  ['explore', '/#rules=3x3&moves=a3c3,a1c1,b3a3&mode=explore', '.graph .current'],
  ['explore without a table', '/#rules=5x5&moves=a5e5&mode=explore', '.moves'],
  ['new game', '/#rules=5x5', '.dialog', (page) => page.getByRole('button', { name: 'New game' }).click()],
  ['editor', '/#rules=3x3', '.editor-text', (page) => page.getByRole('button', { name: 'Set up' }).click()],
  ['rules', '/#rules=5x5', '.dialog', (page) => page.keyboard.press('?')],
  ['puzzle', '/puzzles#rules=4x4&kind=near&seed=1', '.puzzle-words'],
  [
    'shown puzzle',
    '/puzzles#rules=4x4&kind=longer&seed=1',
    '.puzzle-step',
    (page) => page.getByRole('button', { name: 'Show me' }).click(),
  ],
  ['no puzzle', '/puzzles#rules=3x3&kind=far&seed=1', '.puzzle'],
  ['statistics', '/statistics#rules=3x3', '.statistics-examples'],
  ['offer', '/statistics#rules=5x5', '.solve-offer-choice'],
  [
    'confirmation',
    '/statistics#rules=3x6',
    '.solve-offer .actions',
    (page) => page.getByRole('button', { name: 'Make it: outcomes', exact: true }).click(),
  ],
  ['wrong link', '/#rules=9x9', '.notice'],
];

for (const colorScheme of ['light', 'dark'] as const)
  for (const [what, path, sign, act] of pages)
    test(`${what}, ${colorScheme}`, async ({ page, server }) => {
      await page.emulateMedia({ colorScheme });
      await open(page, server, path);
      await page.locator('main :is(h1, h2, button)').first().waitFor();
      await act?.(page);
      await page.locator(sign).first().waitFor();
      const { violations } = await new AxeBuilder({ page }).analyze();
      const faults = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      expect(faults.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
    });
