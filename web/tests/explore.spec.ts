// SPDX-License-Identifier: MIT
//
// Exploring: what every move is worth, how drawn and unclear positions teach, lines to walk through; with
// distances, with outcomes alone and without any table.
import type { Line, PositionValue } from '../src/api';
import { categories, choiceWords, repliesWords, valueWords } from '../src/values';
import { expect, move, open, status, test } from './server';

const query = (position: string) => position.replace(' ', '+');

test('every move shows its true value on the board and in the list', async ({ page, server }) => {
  const text = 'XO1O/4/1X2/O2X x';
  await open(page, server, `/#rules=4x4&start=${query(text)}`);
  const truth = await server.get<PositionValue>(`position?rules=4x4&position=${query(text)}`);
  await page.locator('.moves').waitFor();
  for (const button of await page.getByRole('button', { name: / more like / }).all()) await button.click();
  const list = page.locator('.moves-move');
  await expect(list).toHaveCount(truth.moves.length);
  const outcomes = new Set<string>();
  for (const [index, one] of truth.moves.entries()) {
    const row = list.nth(index);
    const start = one.same_as === one.move ? `${one.move}: ${valueWords(one)}, ` : `${one.move}: `;
    await expect(row).toHaveAccessibleName(new RegExp(`^${start}`));
    const words = one.same_as === one.move ? repliesWords(one) : `the same as ${one.same_as}`;
    await expect(row).toHaveAccessibleName(new RegExp(`${words}$`));
    await expect(row.locator(`.badge.${one.outcome}`)).toBeVisible();
    outcomes.add(one.outcome!);
  }
  expect(outcomes.size).toBeGreaterThan(1);

  const taken = 'a4';
  await page.getByRole('gridcell', { name: `${taken},` }).click();
  for (const { move: name, outcome, distance_moves } of truth.moves.filter((one) =>
    one.move.startsWith(taken),
  )) {
    const badge = page.locator(`.board-slot[data-move="${name}"] .badge.${outcome}`);
    await expect(badge).toHaveText(outcome === 'draw' ? '' : String(distance_moves));
  }
});

test('the 44 opening moves of 5×5 are 3, and nothing is called a draw without a table', async ({
  page,
  server,
}) => {
  await open(page, server, '/#rules=5x5');
  await expect(status(page)).toHaveText(/^Nothing within \d+ moves$/);
  await expect(page.locator('.moves-row')).toHaveCount(3);
  const others = await page.locator('.moves-more').allTextContents();
  expect(others.map(Number).reduce((sum, count) => sum + count, 3)).toBe(44);
  await expect(page.locator('.moves-title')).toHaveText([/^Unclear: safe/]);
  await expect(page.locator('.verdict')).toContainText('all 44 moves hold');
  await expect(page.locator('main')).not.toContainText(/\bdraws?\b/i);
  await page.locator('.moves-more').first().click();
  await expect(page.locator('.moves-same').getByRole('button').first()).toBeVisible();
});

test('a position teaches its traps and how much holds', async ({ page, server }) => {
  const text = 'XOO1X/O4/OX3/X4/X2O1 x';
  const truth = await server.get<PositionValue>(`position?rules=5x5&position=${query(text)}`);
  expect(truth.best_trap).not.toBeNull();
  const { move: name, replies, replies_that_hold } = truth.best_trap!;
  await open(page, server, `/#rules=5x5&start=${query(text)}`);
  await expect(page.locator('.verdict')).toContainText(
    `best trap: ${name} leaves ${replies_that_hold} of ${replies} replies`,
  );
  await expect(page.locator('.verdict')).toContainText(choiceWords(truth));
  const first = page.locator('.moves section').first();
  await expect(first.locator('.moves-title')).toHaveText(categories(truth.moves)[0]!.title);
  await expect(first.locator('.moves-title')).toHaveText(/^Unclear: (traps|tricky)/);
  await expect(first.locator('.moves-move').first()).toHaveAccessibleName(new RegExp(`^${name}:`));
});

test('the only move that holds is named', async ({ page, server }) => {
  const found = await server.get<PositionValue>('random?rules=4x4&outcome=draw&holding_moves=1&seed=1');
  await open(page, server, `/#rules=4x4&start=${query(found.position)}`);
  const row = page.locator('.moves-move').first();
  await expect(row).toContainText('the only move that holds');
  await expect(row).toHaveAccessibleName(new RegExp(`^${found.moves[0]!.move}:`));
});

test('the best line is shown and walked through on the board', async ({ page, server }) => {
  await open(page, server, '/#rules=3x3');
  await page.getByRole('tab', { name: 'Best line' }).click();
  await expect(page.getByText('Best play by both sides. It ends in 7 moves.')).toBeVisible();
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

test('where nobody wins, the hardest line tells the replies that hold', async ({ page, server }) => {
  const drawn = await server.get<PositionValue>('random?rules=4x4&outcome=draw&seed=1');
  const line = await server.get<Line>(`line?rules=4x4&position=${query(drawn.position)}`);
  expect(line.kind).toBe('hardest');
  await open(page, server, `/#rules=4x4&start=${query(drawn.position)}`);
  await expect(status(page)).toHaveText('A draw with best play');
  await page.getByRole('tab', { name: 'Best line' }).click();
  await expect(page.getByText('up to the first position that returns')).toBeVisible();
  const first = page.getByRole('list', { name: 'Hardest line' }).getByRole('button').first();
  const { move: name, replies, replies_that_hold } = line.moves[0]!;
  await expect(first).toContainText(name);
  await expect(first).toContainText(`${replies_that_hold} of ${replies}`);
});

test('a drawn game is no flat line', async ({ page, server }) => {
  const drawn = await server.get<PositionValue>('random?rules=4x4&outcome=draw&seed=3');
  const line = await server.get<Line>(`line?rules=4x4&position=${query(drawn.position)}`);
  const moves = line.moves.slice(0, 8).map((one) => one.move);
  await open(page, server, `/#rules=4x4&start=${query(drawn.position)}&moves=${moves.join(',')}`);
  await expect(page.locator('.graph-point')).toHaveCount(moves.length + 1);
  const heights = await page
    .locator('.graph-point')
    .evaluateAll((points) => points.map((point) => point.getAttribute('cy')));
  expect(new Set(heights).size).toBeGreaterThan(1);
  await expect(page.locator('.graph-bar')).toHaveCount(moves.length + 1);
});

test('a link of another page opens in Explore', async ({ page, server }) => {
  await open(page, server, '/#rules=3x3&moves=a3c3&mode=explore', { X: 'human', O: 'level-4' }, 'play');
  await expect(page).toHaveURL(/#rules=3x3&moves=a3c3$/);
  await expect(page.locator('.board-cell .badge').first()).toBeVisible();
});

test(
  'with a table of outcomes alone the computer plays and everything is shown',
  { tag: '@served' },
  async ({ page, ownServer }) => {
    test.setTimeout(180_000);
    await ownServer.solve('4x5', '--outcome-only');
    await open(page, ownServer, '/#rules=4x5', { X: 'human', O: 'level-4' });
    await expect(status(page)).toHaveText(/wins|draw/);
    await expect(page.locator('.moves-move').first()).toBeVisible();
    await expect(page.locator('.verdict')).toContainText('From the table');
    await page.getByRole('tab', { name: 'Best line' }).click();
    await expect(page.locator('#panel')).toContainText(/It is known who wins here|Best play|hardest play/);
    await page.getByRole('tab', { name: 'Moves' }).click();
    await move(page, 'a4e4');
    await expect(page).toHaveURL(/moves=a4e4,\w{4}$/);
    await page.getByRole('tab', { name: 'Game and review' }).click();
    await expect(page.getByRole('region', { name: 'Review' })).toContainText('Accuracy of X');
    await expect(page.locator('.error')).toHaveCount(0);
  },
);
