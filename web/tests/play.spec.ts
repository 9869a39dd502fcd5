// SPDX-License-Identifier: MIT
import type { Line, PositionValue } from '../src/api';
import { expect, move, open, persons, status, test } from './server';

test('a whole game by mouse: following the values on the board beats the perfect player', async ({
  page,
  server,
}) => {
  await open(page, server, '/#rules=3x3', { X: 'person', O: 'perfect' });
  await expect(status(page)).toHaveText('X wins in 7 moves');
  for (const distance of [7, 5, 3, 1]) {
    await expect(status(page)).toHaveText(new RegExp(`^X wins in ${distance} moves?$`));
    const label = new RegExp(`taking it wins in ${distance} at best`);
    await page.getByRole('gridcell', { name: label }).first().click();
    await page
      .locator('.board-slot')
      .filter({ has: page.locator('.badge.win', { hasText: String(distance) }) })
      .first()
      .click();
  }
  await expect(status(page)).toHaveText('X has won');
  await expect(page.locator('.board-cube.in-line')).toHaveCount(3);
  await expect(page.locator('.takeable')).toHaveCount(0);
  expect(new URL(page.url()).hash).toMatch(/^#rules=3x3&moves=(\w{4},){6}\w{4}$/);
});

test('a whole game by keyboard alone', async ({ page, server }) => {
  await open(page, server, '/#rules=3x3');
  await expect(status(page)).toHaveText('X wins in 7 moves');
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

test('Escape puts a cube back, and one key each undoes, redoes and hides values', async ({
  page,
  server,
}) => {
  await open(page, server, '/#rules=3x3&moves=a3c3');
  await expect(page.locator('.board-cell .badge').first()).toBeVisible();
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
  await expect(page.locator('.badge')).toHaveCount(0);
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog', { name: 'New game' })).toBeVisible();
});

test('every legal move shows its true value on the board and in the list', async ({ page, server }) => {
  const text = 'XO1O/4/1X2/O2X x';
  await open(page, server, `/#rules=4x4&start=${text.replace(' ', '+')}`);
  const truth = await server.get<PositionValue>(`position?rules=4x4&position=${text.replace(' ', '+')}`);
  const list = page.getByRole('list', { name: 'Legal moves' }).getByRole('button');
  await expect(list).toHaveCount(truth.moves.length);
  const outcomes = new Set<string>();
  for (const [
    index,
    { move: name, outcome, distance_moves, replies, replies_that_hold },
  ] of truth.moves.entries()) {
    const row = list.nth(index);
    const words =
      { win: 'wins', draw: 'draws', loss: 'loses' }[outcome] +
      (outcome === 'draw' ? '' : ` in ${distance_moves}`);
    const hold = {
      win: replies ? 'no reply helps' : 'ends the game',
      draw: `${replies_that_hold} of ${replies} replies hold`,
      loss: `${replies_that_hold} of ${replies} replies win`,
    }[outcome];
    await expect(row).toHaveAccessibleName(`${name}: ${words}, ${hold}`);
    await expect(row.locator(`.badge.${outcome} .glyph.${outcome}`)).toBeVisible();
    outcomes.add(outcome);
  }
  expect(outcomes.size).toBeGreaterThan(1);

  const taken = 'a4';
  await page.getByRole('gridcell', { name: `${taken},` }).click();
  for (const { move: name, outcome, distance_moves } of truth.moves.filter((one) =>
    one.move.startsWith(taken),
  )) {
    const slot = page.locator(`.board-slot[data-move="${name}"]`);
    await expect(slot.locator(`.badge.${outcome}`)).toHaveText(
      outcome === 'draw' ? '' : String(distance_moves),
    );
  }
});

test('values can be hidden, and the game goes on without them', async ({ page, server }) => {
  await open(page, server, '/#rules=3x3');
  await expect(page.locator('.badge').first()).toBeVisible();
  const before = await page.getByRole('list', { name: 'Legal moves' }).getByRole('button').count();
  await page.getByRole('switch', { name: 'Values' }).click();
  await expect(page.locator('.badge, .graph, .verdict > .glyph')).toHaveCount(0);
  await expect(status(page)).toHaveText('X to move');
  await expect(page.getByRole('list', { name: 'Legal moves' }).getByRole('button')).toHaveCount(before);
  await move(page, 'a3c3');
  await expect(status(page)).toHaveText('O to move');
  await page.reload();
  await expect(status(page)).toHaveText('O to move');
  await expect(page.locator('.badge')).toHaveCount(0);
});

test('a new game on any board, the person on either side, against any level', async ({ page, server }) => {
  await open(page, server, '/#rules=3x3');
  await page.getByRole('button', { name: 'New game' }).click();
  const dialog = page.getByRole('dialog', { name: 'New game' });
  await dialog.getByLabel('Board').selectOption('Another board …');
  await dialog.getByLabel('Rows').fill('3');
  await dialog.getByLabel('Columns').fill('9');
  await expect(dialog.getByRole('alert')).toContainText('at most 25 cells');
  await expect(dialog.getByRole('button', { name: 'Start' })).toBeDisabled();
  await dialog.getByLabel('Columns').fill('4');
  await dialog.getByRole('spinbutton', { name: 'Line' }).fill('4');
  await dialog.getByLabel(/lines of both symbols/).check();
  await dialog.getByLabel('X begins').selectOption('Level 1');
  await dialog.getByLabel('O answers').selectOption('Person');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect(page).toHaveURL(/#rules=3x4-line4-double-wins&moves=\w{4}$/);
  await expect(page.getByRole('gridcell')).toHaveCount(12);

  // Taking back goes to where the person is to move; the computer then waits to be asked.
  const answer = page.locator('.takeable').first();
  await answer.click();
  await page.locator('.board-slot').first().click();
  await expect(page).toHaveURL(/moves=\w{4},\w{4},\w{4}$/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page).toHaveURL(/&at=1$/);
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(page).not.toHaveURL(/&at=/);
  await page.getByRole('button', { name: 'To the start' }).click();
  await expect(page).toHaveURL(/&at=0$/);
  await page.getByRole('button', { name: 'Let Level 1 move' }).click();
  await expect(page).toHaveURL(/moves=\w{4}$/);
});

test('jumping in the game by its list, its graph and its ends', async ({ page, server }) => {
  await open(page, server, '/#rules=3x3&moves=a3c3,a1c1,b3a3');
  await expect(page.locator('.graph circle')).toHaveCount(4);
  await page.getByRole('tab', { name: 'Game and review' }).click();
  await page.getByRole('button', { name: 'Move 1, X a3c3' }).click();
  await expect(page).toHaveURL(/&at=1$/);
  await page.getByRole('slider', { name: 'Place in the game' }).fill('2');
  await expect(page).toHaveURL(/&at=2$/);
  await page.getByRole('button', { name: 'To the end' }).click();
  await expect(page).toHaveURL(/b3a3$/);
  await page.getByRole('button', { name: 'To the start' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
});

test('the best line is shown and walked through on the board', async ({ page, server }) => {
  await open(page, server, '/#rules=3x3');
  await page.getByRole('tab', { name: 'Best line' }).click();
  await expect(page.getByText('Best play by both sides ends in 7 moves.')).toBeVisible();
  const line = page.getByRole('list', { name: 'Best line' }).getByRole('button');
  await expect(line).toHaveCount(7);
  for (let step = 1; step <= 7; step++) {
    await page.getByRole('button', { name: 'One move on in the line' }).click();
    await expect(line.nth(step - 1)).toHaveAttribute('aria-current', 'true');
  }
  await expect(page.locator('.board-cube.in-line')).toHaveCount(3);
  await page.getByRole('button', { name: 'Back to the game' }).click();
  await expect(page.locator('.board-cube .symbol')).toHaveCount(0);
  await expect(page).toHaveURL(/#rules=3x3$/);
});

test('a drawn line is shown up to its first repetition', async ({ page, server }) => {
  const drawn = await server.get<PositionValue>('random?rules=4x4&outcome=draw&seed=1');
  await open(page, server, `/#rules=4x4&start=${drawn.position.replace(' ', '+')}`);
  await expect(status(page)).toHaveText('A draw with best play');
  await page.getByRole('tab', { name: 'Best line' }).click();
  await expect(page.getByText('goes on for ever')).toBeVisible();
});

test('the row slides when a cube goes in', async ({ browser, server }) => {
  const context = await browser.newContext({ reducedMotion: 'no-preference' });
  const page = await context.newPage();
  await open(page, server, '/#rules=3x3&start=X1O/3/3+x');
  const cube = await page.locator('.board-cube[data-cube="2"]').elementHandle();
  const x = async () => (await cube!.boundingBox())!.x;
  const start = await x();
  await move(page, 'a3c3');
  const films = () =>
    page.evaluate(() => document.getAnimations().filter((one) => !(one instanceof CSSTransition)).length);
  expect(await films()).toBeGreaterThanOrEqual(3);
  expect(await x()).toBe(start);
  await expect.poll(films).toBe(0);
  const cell = (await page.getByRole('gridcell', { name: 'b3,' }).boundingBox())!;
  expect(Math.abs((await x()) - cell.x)).toBeLessThan(2);
  await context.close();
});

test('two computers stop when the game goes round', async ({ page, server }) => {
  const drawn = await server.get<PositionValue>('random?rules=4x4&outcome=draw&seed=2');
  await open(page, server, `/#rules=4x4&start=${drawn.position.replace(' ', '+')}`, {
    X: 'perfect',
    O: 'perfect',
  });
  await page.getByRole('button', { name: 'Let Perfect move' }).click();
  await expect(page.getByText('the game goes round')).toBeVisible({ timeout: 60_000 });
});

test('the computer leaves alone a game that someone looks at', async ({ page, server }) => {
  await open(page, server, '/#rules=3x3&moves=a3c3', { ...persons, O: 'perfect' });
  await expect(page.getByRole('button', { name: 'Let Perfect move' })).toBeVisible();
  await expect(page).toHaveURL(/moves=a3c3$/);
});
