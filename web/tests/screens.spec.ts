// SPDX-License-Identifier: MIT
//
// Small screens: nothing hangs over the side, and the board can be seen whole.
import { expect, open, test } from './server';

const screens = {
  'a phone upright': { width: 390, height: 844 },
  'a phone lying': { width: 844, height: 390 },
  'a small phone': { width: 320, height: 640 },
};
const paths = [
  '/#rules=5x5',
  '/#rules=5x5&moves=a5e5&mode=explore',
  '/#rules=3x3&moves=a3c3&mode=explore',
  '/puzzles#rules=4x4&kind=longer&seed=1',
  '/puzzles#rules=3x3&kind=far&seed=1',
  '/statistics#rules=4x4',
  '/statistics#rules=5x5',
  '/#rules=9x9',
];

for (const [what, viewport] of Object.entries(screens))
  test.describe(what, () => {
    test.use({ viewport, hasTouch: true, isMobile: true });

    test('nothing hangs over the side', async ({ page, server }) => {
      for (const path of paths) {
        await open(page, server, path);
        await expect(page.locator('main :is(h1, h2)').first()).toBeVisible();
        await page.waitForLoadState('networkidle');
        const overhang = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overhang, path).toBeLessThanOrEqual(0);
        const board = page.locator('.board');
        if ((await board.count()) === 0) continue;
        const { x, width, height } = (await board.boundingBox())!;
        expect(x, path).toBeGreaterThanOrEqual(0);
        expect(x + width, path).toBeLessThanOrEqual(viewport.width);
        expect(height, path).toBeLessThanOrEqual(viewport.height);
      }
    });

    test('a puzzle is solved by finger', async ({ page, server }) => {
      const { right } = await server.get<{ right: string[] }>('puzzle?rules=4x4&kind=only&seed=3');
      await open(page, server, '/puzzles#rules=4x4&kind=only&seed=3');
      await page.getByRole('gridcell', { name: `${right[0]!.slice(0, 2)},` }).tap();
      await page.locator(`.board-slot[data-move="${right[0]}"]`).tap();
      await expect(page.locator('.puzzle-words')).toHaveText(/^Right/);
    });
  });
