// SPDX-License-Identifier: MIT
import type { PositionValue } from '../src/api';
import { expect, move, open, status, test } from './server';

test('the editor sets up a position by pressing, by key and by text', async ({ page, server }) => {
  await open(page, server, '/#rules=3x3');
  await page.getByRole('button', { name: 'Set up' }).click();
  const text = page.getByLabel('As text');
  const cell = (name: string) => page.getByRole('gridcell', { name: `${name},` });
  await cell('a3').click();
  await expect(text).toHaveValue('X2/3/3 x');
  await cell('a3').click();
  await expect(text).toHaveValue('O2/3/3 x');
  await expect(page.getByText('This cannot come up in a game')).toBeVisible();
  await cell('b2').focus();
  await page.keyboard.press('x');
  await expect(text).toHaveValue('O2/1X1/3 x');
  await page.keyboard.press('Delete');
  await expect(text).toHaveValue('O2/3/3 x');
  await page.keyboard.press('x');
  await page.getByLabel('O', { exact: true }).check();
  await expect(text).toHaveValue('O2/1X1/3 o');
  await text.fill('OX1/1X1/O2 o');
  await page.getByRole('button', { name: 'Use it' }).click();
  await expect(page).toHaveURL(/#rules=3x3&start=OX1\/1X1\/O2\+o$/);
  await expect(status(page)).toContainText('wins in');
});

test('the editor refuses impossible input kindly', { tag: '@once' }, async ({ page, server }) => {
  await open(page, server, '/#rules=3x3&moves=a3c3');
  await page.getByRole('button', { name: 'Set up' }).click();
  const text = page.getByLabel('As text');
  const use = page.getByRole('button', { name: 'Use it' });
  for (const [typed, message] of [
    ['XX2/3/3 x', 'Row 1 has 4 cells; a 3×3 board needs 3.'],
    ['3/3 x', 'The board has 2 rows; a 3×3 board needs 3.'],
    ['3/3/Q2 x', '“Q” has no place on a board'],
    ['3/3/3', 'After the board comes the player to move'],
    ['XXX/OO1/3 o', 'X has already won here'],
  ] as const) {
    await text.fill(typed);
    await expect(page.getByRole('status').filter({ hasText: message })).toBeVisible();
    await expect(use).toBeDisabled();
  }
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(use).toBeEnabled();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/moves=a3c3$/);
});

test('a link holds the position and the game', async ({ page, server, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, server, '/#rules=3x3&start=X1O/3/3+x&moves=a3c3');
  await move(page, 'a1c1');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).hash).toBe('#rules=3x3&start=X1O/3/3+x&moves=a3c3,a1c1&at=1');

  const other = await context.newPage();
  await other.goto(link);
  await expect(other.getByRole('gridcell', { name: 'c3,' })).toHaveAccessibleName(/^c3, X/);
  await other.getByRole('button', { name: 'Redo' }).click();
  await expect(other.getByRole('gridcell', { name: 'c1,' })).toHaveAccessibleName(/^c1, O/);
});

for (const [link, message] of [
  ['/#rules=9x9', 'at most 30 cells'],
  ['/#rules=3x3&start=4/4/4/4+x', 'Row 1 has 4 cells'],
  ['/#rules=3x3&moves=a3c3,c3a3', 'Move 2 (c3a3): O may take only blanks and own cubes'],
  ['/#rules=3x3&moves=a3c3&at=7', 'at=7 is not a number of moves from 0 to 1'],
  ['/#moves=a3c3', 'does not name a board'],
  ['/puzzles#rules=3x3&kind=chess', 'no puzzles of the kind “chess”'],
  ['/statistics#rules=%3Cb%3E', '“<b>” is not the name of a board'],
  ['/nowhere', 'Nothing is kept at /nowhere'],
] as const)
  // A server of files says itself what it does not have.
  test(
    `the wrong link ${link} is explained`,
    { tag: link === '/nowhere' ? '@served' : [] },
    async ({ page, server }) => {
      await open(page, server, link);
      await expect(page.getByRole('alert')).toContainText(message);
      await page.getByRole('link', { name: 'Start a new game' }).click();
      await expect(page.getByRole('grid')).toBeVisible();
    },
  );

test('games leave and come back as text', async ({ page, server }) => {
  await open(page, server, '/#rules=3x3&start=X1O/3/3+x&moves=a3c3,a1c1');
  await page.getByRole('button', { name: 'Text' }).click();
  const text = page.getByRole('textbox');
  await expect(text).toHaveValue('3x3\nX1O/3/3 x\n1. a3c3 a1c1\n');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save' }).click();
  expect((await download).suggestedFilename()).toBe('quixo-3x3.txt');

  await text.fill('3x3\n1. a3c3 c3a3');
  await page.getByRole('button', { name: 'Open' }).click();
  await expect(page.getByRole('dialog').getByRole('status')).toContainText('Line 2: Move 2 (c3a3)');
  await text.fill('4x4 # a comment\na4d4 2. b1b4');
  await page.getByRole('button', { name: 'Open' }).click();
  await expect(page).toHaveURL(/#rules=4x4&moves=a4d4,b1b4$/);
  await expect(page.getByRole('gridcell')).toHaveCount(16);
});

test('a finished game is reviewed with its turning points', async ({ page, server }) => {
  // X throws the win away with her second move.
  const start = await server.get<PositionValue>('position?rules=3x3&position=3/3/3+x');
  const first = start.moves[0]!;
  const answer = (
    await server.get<PositionValue>(`position?rules=3x3&position=${first.position.replace(' ', '+')}`)
  ).moves[0]!;
  const second = (
    await server.get<PositionValue>(`position?rules=3x3&position=${answer.position.replace(' ', '+')}`)
  ).moves;
  const blunder = second.at(-1)!;
  expect(second[0]!.outcome).toBe('win');
  expect(blunder.outcome).toBe('loss');
  const line = await server.get<{ moves: { move: string }[] }>(
    `line?rules=3x3&position=${blunder.position.replace(' ', '+')}`,
  );
  const moves = [first, answer, blunder, ...line.moves].map((one) => one.move);
  await open(page, server, `/#rules=3x3&moves=${moves.join(',')}`);
  await expect(status(page)).toHaveText('O has won');
  await page.getByRole('tab', { name: 'Game and review' }).click();
  const review = page.getByRole('region', { name: 'Review' });
  await expect(review).toContainText('Accuracy of O100.0 %');
  const turning = review.getByRole('listitem');
  await expect(turning).toHaveCount(1);
  await expect(turning).toContainText(
    new RegExp(`2\\. X ${blunder.move} turned a win into a loss\\. \\w{4} wins in 5\\.`),
  );
  await expect(page.getByRole('button', { name: `Move 3, X ${blunder.move}, win to loss` })).toBeVisible();
  await expect(page.locator('.graph .turning')).toHaveCount(1);
  await turning.getByRole('button').click();
  await expect(page).toHaveURL(/&at=2$/);
});

test('statistics show the figures of the table', async ({ page, server }) => {
  await open(page, server, '/statistics#rules=4x4');
  await expect(page.getByText('X wins in 21 moves')).toBeVisible();
  for (const number of ['26,434,489', '1,608,496', '15,003,736', '43,046,721'])
    await expect(page.getByText(number).first()).toBeVisible();
  const classes = page.getByRole('img', { name: 'Shares of wins, draws and losses by class' });
  // From no cube to all sixteen: one class for each even number of cubes, two for each odd one.
  await expect(classes.locator('g:has(.figure-bar)')).toHaveCount(9 + 16);
  const steps = page.getByRole('img', { name: 'Positions won and lost by distance' });
  await expect(steps.locator('g:has(.figure-bar)')).toHaveCount(23);
  await page.getByText('All distances as a table').click();
  await expect(page.getByRole('row', { name: '22 0 8', exact: true })).toBeVisible();
  await expect(page.getByText('A longest loss: 22 moves')).toBeVisible();
  await page.getByRole('figure').filter({ hasText: 'A longest win' }).getByRole('link').click();
  await expect(status(page)).toHaveText('X wins in 21 moves');
  await page.goBack();
  await page.getByLabel('Board').selectOption('3×3');
  await expect(page).toHaveURL(/statistics\/#rules=3x3$/);
  await expect(page.getByText('X wins in 7 moves')).toBeVisible();
});
