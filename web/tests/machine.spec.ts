// SPDX-License-Identifier: MIT
//
// What lies around the page: the server that goes away, tables that are missing, small screens, slow lines, screen
// readers, and the rules, which the page has once more.
import AxeBuilder from '@axe-core/playwright';
import type { PositionValue } from '../src/api';
import { legalMoves, moveName, parsePosition, play, positionText, winner } from '../src/game/position';
import { parseRules } from '../src/game/rules';
import { expect, move, open, status, test } from './server';

test('the server goes in mid-game and comes back', async ({ page, ownServer }) => {
  await open(page, ownServer, '/#rules=3x3', { X: 'person', O: 'perfect' });
  await expect(status(page)).toHaveText('X wins in 7 moves');
  const { port } = ownServer;
  await ownServer.stop();
  await move(page, 'a3c3');
  await expect(page.getByRole('alert')).toContainText('The server does not answer');
  await expect(page).toHaveURL(/moves=a3c3$/);
  await ownServer.start(port);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page).toHaveURL(/moves=a3c3,\w{4}$/);
  await expect(status(page)).toHaveText('X wins in 5 moves');
});

test('two people go on playing while the server is away', async ({ page, ownServer }) => {
  await open(page, ownServer, '/#rules=3x3');
  await expect(status(page)).toHaveText('X wins in 7 moves');
  await ownServer.stop();
  await move(page, 'a3c3');
  await move(page, 'a1c1');
  await expect(page).toHaveURL(/moves=a3c3,a1c1$/);
  await expect(status(page)).toHaveText('X to move');
});

test('a missing table is explained and can be made here', async ({ page, ownServer }) => {
  await open(page, ownServer, '/#rules=5x5');
  await expect(page.getByRole('heading', { name: '5×5 is not solved here yet' })).toBeVisible();
  await expect(page.getByText('quixo solve 5x5')).toBeVisible();
  await expect(page.getByText(/takes [\d.]+ GB of memory and [\d.]+ GB on disk/)).toBeVisible();
  await move(page, 'a5e5');
  await expect(status(page)).toHaveText('O to move');

  await page.goto(`${ownServer.url}/statistics#rules=3x6`);
  await page.getByRole('button', { name: 'Solve it now' }).click();
  await expect(page.getByRole('status')).toContainText(/Solving: layer \d+, .*% done/);
  await expect(page.getByRole('progressbar')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('everything fits, and a finger plays', async ({ page, server }) => {
    await open(page, server, '/#rules=4x4', { X: 'person', O: 'level-3' });
    await expect(page.locator('.board-cell .badge').first()).toBeVisible();
    const board = (await page.locator('.board').boundingBox())!;
    expect(board.x).toBeGreaterThanOrEqual(0);
    expect(board.width).toBeGreaterThan(340);
    expect(board.y + board.height).toBeLessThan(844);
    await page.getByRole('gridcell', { name: 'a4,' }).tap();
    await page.locator('.board-slot[data-move="a4d4"]').tap();
    await expect(page).toHaveURL(/moves=a4d4,\w{4}$/);
    for (const path of [
      '/#rules=5x5',
      '/puzzles#rules=4x4',
      '/statistics#rules=4x4',
      '/#rules=3x3&moves=a3c3',
    ]) {
      await page.goto(server.url + path);
      await expect(page.locator('main :is(h1, h2)').first()).toBeVisible();
      const overhang = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overhang, path).toBeLessThanOrEqual(0);
    }
  });
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`screen readers and contrast, ${colorScheme}`, async ({ page, server }) => {
    await page.emulateMedia({ colorScheme });
    for (const [path, sign] of [
      ['/#rules=3x3&moves=a3c3,a1c1,b3a3', '.graph .current'],
      ['/#rules=5x5', '.missing-table'],
      ['/puzzles#rules=4x4&seed=1', '.puzzle'],
      ['/statistics#rules=3x3', '.statistics-examples'],
      ['/#rules=9x9', '.notice'],
    ] as const) {
      await open(page, server, path);
      await page.locator(sign).first().waitFor();
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => [path, id, nodes[0]?.html])).toEqual([]);
    }
  });

test('the page is small and quick', async ({ browser, server }) => {
  const paints: number[] = [];
  for (let visit = 0; visit < 3; visit++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    let transferred = 0;
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (transferred += encodedDataLength));
    await page.goto(`${server.url}/#rules=3x3`);
    await expect(status(page)).toHaveText('X wins in 7 moves');
    expect(transferred).toBeGreaterThan(10_000);
    expect(transferred).toBeLessThan(200_000);
    paints.push(
      await page.evaluate(
        () =>
          new Promise<number>((resolve) =>
            new PerformanceObserver((list) => {
              for (const { name, startTime } of list.getEntries())
                if (name === 'first-contentful-paint') resolve(startTime);
            }).observe({ type: 'paint', buffered: true }),
          ),
      ),
    );
    await context.close();
  }
  expect(Math.min(...paints)).toBeLessThan(1000);
});

test('the rules of the page are those of the server', async ({ server }) => {
  for (const name of ['2x3', '3x3', '3x3-line2', '3x4-line4', '4x4', '4x4-double-wins']) {
    const rules = parseRules(name);
    for (let seed = 1; seed <= 20; seed++) {
      const found = await server.get<PositionValue>(`random?rules=${name}&seed=${seed}`);
      const position = parsePosition(rules, found.position);
      const children = legalMoves(rules, position).map((one) => ({
        move: moveName(rules, one),
        position: positionText(rules, play(rules, position, one)),
      }));
      const expected = found.moves.map((one) => ({ move: one.move, position: one.position }));
      const byName = (one: { move: string }, two: { move: string }) => (one.move < two.move ? -1 : 1);
      expect(children.sort(byName)).toEqual(expected.sort(byName));
      for (const { position: text } of children.slice(0, 3)) {
        const child = await server.get<{ winner: string | null }>(
          `position?rules=${name}&position=${text.replace(' ', '+')}`,
        );
        expect(winner(rules, parsePosition(rules, text)), text).toBe(child.winner);
      }
    }
  }
});
