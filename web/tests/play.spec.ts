// SPDX-License-Identifier: MIT
//
// Playing, with values hidden: from the first visit to a whole game by mouse, keyboard and finger.
import type { Line } from '../src/api';
import { expect, humans, move, open, status, test } from './server';

/** What the address says has been played. */
const moves = (url: string) => new URLSearchParams(new URL(url).hash.slice(1)).get('moves')?.split(',') ?? [];

test('a first visit: the official board, no table, and the computer answers the first move', async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  await expect(page.getByRole('gridcell')).toHaveCount(25);
  await page.keyboard.press('Escape');
  await expect(status(page)).toHaveText('Your move');
  await expect(page.getByText('You play X against Level 4 · Steady.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(page.locator('.badge, .graph, .error')).toHaveCount(0);
  await move(page, 'a5e5');
  await expect.poll(() => moves(page.url()).length).toBe(2);
  expect(moves(page.url())[0]).toBe('a5e5');
  await expect(status(page)).toHaveText('Your move');
});

test('every player that is offered on 5×5 without a table plays', async ({ page, server }) => {
  await open(page, server, '/#rules=5x5', { X: 'human', O: 'level-1' }, 'play');
  const choice = page.getByLabel('Who plays O');
  await expect(choice.locator('option')).toContainText(['Human', 'Level 1 · Beginner']);
  const names = await choice
    .locator('option')
    .evaluateAll((all) => all.map((one) => one.getAttribute('value')!));
  expect(names).toEqual(expect.arrayContaining(['human', 'level-1', 'level-9', 'searcher']));
  expect(names).not.toContain('perfect');
  for (const name of names.filter((name) => name !== 'human')) {
    await page.goto(`${server.url}/#rules=5x5`);
    await choice.selectOption(name);
    await move(page, 'a5e5');
    await expect.poll(() => moves(page.url()).length, { message: name }).toBe(2);
  }
});

test('the largest boards are played, whichever way they lie', async ({ page, server }) => {
  for (const [name, first] of [
    ['5x6', 'a5f5'],
    ['2x15', 'o2a2'],
    ['15x2', 'a15a1'],
  ] as const) {
    await open(page, server, `/#rules=${name}`, { X: 'human', O: 'level-9' }, 'play');
    await expect(page.getByRole('gridcell')).toHaveCount(30);
    await move(page, first);
    await expect.poll(() => moves(page.url()).length, { message: name }).toBe(2);
    expect(moves(page.url())[0]).toBe(first);
  }
});

test('a player who would refuse makes way for one who plays', async ({ page, server }) => {
  await open(page, server, '/#rules=5x5', { X: 'person', O: 'perfect' }, 'play');
  await expect(page.getByLabel('Who plays O')).toHaveValue('level-4');
  await expect(page.getByLabel('Who plays X')).toHaveValue('human');
  await move(page, 'a5e5');
  await expect.poll(() => moves(page.url()).length).toBe(2);
});

test('a whole game by mouse: following the hints beats the perfect player', async ({ page, server }) => {
  await open(page, server, '/#rules=3x3', { X: 'human', O: 'perfect' }, 'play');
  for (const distance of [7, 5, 3, 1]) {
    await expect(status(page)).toHaveText('Your move');
    await page.getByRole('button', { name: 'Hint' }).click();
    const hint = page.locator('.verdict-hint');
    await expect(hint).toContainText(new RegExp(`wins in ${distance}\\b`));
    const name = (await hint.locator('code').textContent())!;
    await expect(page.locator(`.board-slot[data-move="${name}"]`)).toBeVisible();
    await move(page, name);
  }
  await expect(status(page)).toHaveText('X has won');
  await expect(page.getByText('You beat Perfect in 7 moves.')).toBeVisible();
  await expect(page.locator('.board-cube.in-line')).toHaveCount(3);
  await expect(page.locator('.takeable')).toHaveCount(0);
  expect(new URL(page.url()).hash).toMatch(/^#rules=3x3&moves=(\w{4},){6}\w{4}$/);
});

test('a whole game by keyboard alone', { tag: '@once' }, async ({ page, server }) => {
  await open(page, server, '/#rules=3x3', humans, 'play');
  await expect(status(page)).toHaveText('X to move');
  const line = await server.get<Line>('line?rules=3x3&position=3/3/3+x');
  expect(line.moves).toHaveLength(7);
  const grid = page.getByRole('grid');
  while (!(await grid.evaluate((element) => element.contains(document.activeElement))))
    await page.keyboard.press('Tab');
  for (const { move: name } of line.moves) {
    const place = (cell: string) => ({ col: cell.charCodeAt(0) - 97, row: 3 - Number(cell[1]) });
    const from = place(name.slice(0, 2));
    const to = place(name.slice(2));
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowLeft');
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowUp');
    for (let i = 0; i < from.col; i++) await page.keyboard.press('ArrowRight');
    for (let i = 0; i < from.row; i++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.locator('.board-slot').first()).toBeFocused();
    if (from.row === to.row) await page.keyboard.press(to.col < from.col ? 'ArrowLeft' : 'ArrowRight');
    else await page.keyboard.press(to.row < from.row ? 'ArrowUp' : 'ArrowDown');
    await expect(page.locator(`.board-slot[data-move="${name}"]`)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`${name}$`));
  }
  await expect(status(page)).toHaveText('X has won');
});

test('Escape puts a cube back, and one key each undoes, redoes, hints and begins anew', async ({
  page,
  server,
}) => {
  await open(page, server, '/#rules=3x3&moves=a3c3', humans, 'play');
  const cell = page.getByRole('gridcell', { name: 'a3,' });
  await cell.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.board-slot')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(page.locator('.board-slot')).toHaveCount(0);
  await expect(cell).toBeFocused();
  await page.keyboard.press('u');
  await expect(page).toHaveURL(/moves=a3c3&at=0$/);
  await page.keyboard.press('r');
  await expect(page).toHaveURL(/moves=a3c3$/);
  await page.keyboard.press('h');
  await expect(page.locator('.verdict-hint')).toContainText('Hint:');
  await page.keyboard.press('h');
  await expect(page.locator('.verdict-hint')).toHaveCount(0);
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog', { name: 'New game' })).toBeVisible();
});

test('a hint is for one position and names what is known', async ({ page, server }) => {
  await open(page, server, '/#rules=5x5', humans, 'play');
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(page.locator('.verdict-hint')).toContainText(/nothing within \d+ moves|replies hold/);
  await expect(page.locator('.verdict-hint')).not.toContainText('draw');
  await move(page, 'a5e5');
  await expect(page.locator('.verdict-hint')).toHaveCount(0);
});

test('Play hides values, Explore shows them, and the page remembers which', async ({ page, server }) => {
  await open(page, server, '/#rules=3x3', humans, 'play');
  await expect(status(page)).toHaveText('X to move');
  await expect(page.locator('.badge, .graph, .moves')).toHaveCount(0);
  await page.getByRole('button', { name: 'Explore', exact: true }).click();
  await expect(status(page)).toHaveText('X wins in 7 moves');
  await expect(page.locator('.board-cell .badge').first()).toBeVisible();
  await move(page, 'a3c3');
  await page.reload();
  await expect(page.locator('.board-cell .badge').first()).toBeVisible();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.locator('.badge, .graph, .moves')).toHaveCount(0);
  await expect(page).toHaveURL(/#rules=3x3&moves=a3c3$/);
});

test('a new game on any board, against any level, who begins as one likes', async ({ page, server }) => {
  await open(page, server, '/#rules=3x3', humans, 'play');
  await page.getByRole('button', { name: 'New game' }).click();
  const dialog = page.getByRole('dialog', { name: 'New game' });
  await dialog.getByLabel('Board').selectOption('Another board …');
  await dialog.getByLabel('Rows').fill('3');
  await dialog.getByLabel('Columns').fill('11');
  await expect(dialog.getByRole('alert')).toContainText('at most 30 cells');
  await expect(dialog.getByRole('button', { name: 'Start' })).toBeDisabled();
  await dialog.getByLabel('Columns').fill('4');
  await dialog.getByRole('spinbutton', { name: 'Line' }).fill('4');
  await dialog.getByLabel(/lines of both symbols/).check();
  await dialog.getByLabel('Opponent').selectOption('Level 1 · Beginner');
  await dialog.getByLabel('You are O and answer').check();
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect(page).toHaveURL(/#rules=3x4-line4-double-wins&moves=\w{4}$/);
  await expect(page.getByRole('gridcell')).toHaveCount(12);

  // Taking back goes to where the human is to move; the computer then waits to be asked.
  await page.locator('.takeable').first().click();
  await page.locator('.board-slot').first().click();
  await expect.poll(() => moves(page.url()).length).toBe(3);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page).toHaveURL(/&at=1$/);
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(page).not.toHaveURL(/&at=/);
  await page.getByRole('button', { name: 'To the start' }).click();
  await expect(page).toHaveURL(/&at=0$/);
  await page.getByRole('button', { name: 'Let Level 1 · Beginner move' }).click();
  await expect.poll(() => moves(page.url()).length).toBe(1);
});

test('the dialog offers only who plays on the board', async ({ page, server }) => {
  await open(page, server, '/#rules=3x3', { X: 'human', O: 'perfect' }, 'play');
  await page.getByRole('button', { name: 'New game' }).click();
  const dialog = page.getByRole('dialog', { name: 'New game' });
  const opponent = dialog.getByLabel('Opponent');
  await expect(opponent).toHaveValue('perfect');
  await dialog.getByLabel('Board').selectOption('5×5 · the official board');
  await expect(opponent).toHaveValue('level-4');
  await expect(opponent.locator('option[value="perfect"]')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect(page).toHaveURL(/#rules=5x5$/);
  await expect(status(page)).toHaveText('Your move');
});

test('a computer that fails says so and can be asked again', { tag: '@served' }, async ({ page, server }) => {
  await open(page, server, '/#rules=3x3', { X: 'human', O: 'level-4' }, 'play');
  const play = /\/api\/v1\/play\?/;
  await page.route(play, (route) =>
    route.fulfill({ status: 500, json: { error: { status: 500, message: 'the cubes are sold out' } } }),
  );
  await move(page, 'a3c3');
  await expect(page.getByRole('alert')).toHaveText('Level 4 · Steady could not move: the cubes are sold out');
  await expect(page.getByText('is thinking')).toHaveCount(0);
  await expect(page.locator('.player-bar').first()).toContainText('could not move');
  await page.unroute(play);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => moves(page.url()).length).toBe(2);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('the searcher is given time to think', { tag: '@served' }, async ({ page, server }) => {
  await open(page, server, '/#rules=5x5', { X: 'human', O: 'searcher' }, 'play');
  const asked = page.waitForRequest((request) => request.url().includes('/api/v1/play?'));
  await move(page, 'a5e5');
  expect(new URL((await asked).url()).searchParams.get('think_ms')).toBe('1500');
  await expect.poll(() => moves(page.url()).length).toBe(2);
});

test(
  'the row slides when a cube goes in, and the result waits for it',
  { tag: '@once' },
  async ({ browser, server }) => {
    const context = await browser.newContext({ reducedMotion: 'no-preference' });
    const page = await context.newPage();
    await open(page, server, '/#rules=3x3&start=XX1/OO1/3+x', humans, 'play');
    const cube = await page.locator('.board-cube[data-cube="2"]').elementHandle();
    const y = async () => (await cube!.boundingBox())!.y;
    const start = await y();
    const films = () =>
      page.evaluate(() => document.getAnimations().filter((one) => !(one instanceof CSSTransition)).length);
    await move(page, 'c1c3');
    expect(await films()).toBeGreaterThanOrEqual(3);
    expect(await y()).toBe(start);
    await expect(status(page)).toHaveText('X moves …');
    await expect(status(page)).toHaveText('X has won');
    await expect(page.locator('.board[data-moving]')).toHaveCount(0);
    const cell = (await page.getByRole('gridcell', { name: 'c2,' }).boundingBox())!;
    expect(Math.abs((await y()) - cell.y)).toBeLessThan(2);
    await context.close();
  },
);

test('the computer leaves alone a game that someone looks at', async ({ page, server }) => {
  await open(page, server, '/#rules=3x3&moves=a3c3', { ...humans, O: 'perfect' }, 'play');
  await expect(page.getByRole('button', { name: 'Let Perfect move' })).toBeVisible();
  await expect(page).toHaveURL(/moves=a3c3$/);
});

test(
  'a link that works on this machine only says so',
  { tag: '@once' },
  async ({ page, server, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(page, server, '/#rules=3x3&moves=a3c3', humans, 'play');
    await page.getByRole('button', { name: 'Link' }).click();
    await expect(page.locator('.toolbar-note')).toHaveText('Link copied; it works on this machine only.');
  },
);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a whole game by touch, to the result', async ({ page, server }) => {
    await open(page, server, '/#rules=3x3', { X: 'human', O: 'level-1' }, 'play');
    for (let turn = 0; turn < 40; turn++) {
      await page.getByRole('button', { name: 'Hint' }).tap();
      const name = (await page.locator('.verdict-hint code').textContent())!;
      await page.getByRole('gridcell', { name: `${name.slice(0, 2)},` }).tap();
      await page.locator(`.board-slot[data-move="${name}"]`).tap();
      await expect(status(page)).toHaveText(/Your move|has won/);
      if ((await status(page).textContent()) === 'X has won') break;
    }
    await expect(status(page)).toHaveText('X has won');
    await expect(page.getByRole('button', { name: 'Rematch' })).toBeInViewport();
    const line = page.locator('.board-cube.in-line');
    await expect(line).toHaveCount(3);
    const board = (await page.locator('.board').boundingBox())!;
    const card = (await page.locator('.verdict').boundingBox())!;
    expect(card.y).toBeGreaterThanOrEqual(board.y + board.height);
  });

  for (const width of [320, 390])
    test(`nothing overlaps or hangs over at ${width} px`, async ({ page, server }) => {
      await page.setViewportSize({ width, height: 800 });
      for (const mode of ['play', 'explore'] as const) {
        await open(page, server, '/#rules=5x5&moves=a5e5', humans, mode);
        await page.getByRole('button', { name: mode, exact: false }).first().waitFor();
        await page.locator('.verdict h1').waitFor();
        const overhang = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overhang).toBeLessThanOrEqual(0);
        const headline = (await page.locator('.verdict h1').boundingBox())!;
        const ways = (await page.locator('.mode-switch').boundingBox())!;
        expect(ways.y + ways.height <= headline.y || headline.y + headline.height <= ways.y).toBe(true);
      }
    });
});
