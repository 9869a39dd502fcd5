// SPDX-License-Identifier: MIT
import type { Page } from '@playwright/test';
import type { PositionValue, Puzzle } from '../src/api';
import { expect, move, open, test, type Server } from './server';

const path = (rules: string, kind: string, seed: number) =>
  `/puzzles#rules=${rules}&kind=${kind}&seed=${seed}`;
const puzzleOf = (server: Server, rules: string, kind: string, seed: number) =>
  server.get<Puzzle>(`puzzle?rules=${rules}&kind=${kind}&seed=${seed}`);
const valueOf = (server: Server, rules: string, position: string) =>
  server.get<PositionValue>(`position?rules=${rules}&position=${position.replace(' ', '+')}`);
const words = (page: Page) => page.locator('.puzzle-words');
const opponent = ({ position }: Puzzle) => (position.to_move === 'X' ? 'O' : 'X');
const row = (page: Page) => page.getByText(/\d in a row · best \d/);

/** The first puzzle that wins in so many moves. */
async function winIn(server: Server, rules: string, kind: string, moves: number): Promise<Puzzle> {
  for (let seed = 1; seed <= 60; seed++) {
    const puzzle = await puzzleOf(server, rules, kind, seed);
    if (puzzle.position.distance_moves === moves) return puzzle;
  }
  throw new Error(`no ${kind} puzzle of ${rules} that wins in ${moves}`);
}

/** Finds move after move until the page says that it is solved; how many there were. */
async function playOut(page: Page, server: Server, { rules, right, position }: Puzzle): Promise<number> {
  let made = position.moves.find((one) => one.move === right[0])!;
  for (let found = 1; ; found++) {
    await move(page, made.move);
    await expect(words(page)).toHaveText(/^(Right|Solved)/);
    const child = await valueOf(server, rules, made.position);
    const reply = child.moves[0];
    if (!reply || found === 5) return found;
    made = (await valueOf(server, rules, reply.position)).moves[0]!;
    const win = made.distance_moves === 1 ? 'at once' : `in ${made.distance_moves} moves`;
    await expect(words(page)).toHaveText(`Right. Go on: ${position.to_move} wins ${win}.`);
  }
}

test('a near win is played until it is there', async ({ page, server }) => {
  const puzzle = await winIn(server, '4x4', 'near', 3);
  await open(page, server, path('4x4', 'near', puzzle.seed));
  await expect(page.getByRole('heading', { name: 'Only one move wins' })).toBeVisible();
  await expect(words(page)).toHaveText('It wins in 3 moves.');
  await expect(page.locator('.badge')).toHaveCount(0);
  expect(await playOut(page, server, puzzle)).toBe(2);
  await expect(words(page)).toHaveText(/^Solved: \w{4} wins\.$/);
  await expect(page.locator('.board')).toHaveAttribute('data-over', 'true');
  await expect(page.getByRole('button', { name: 'Next puzzle' })).toBeVisible();
});

test('a longer win is three or four moves', async ({ page, server }) => {
  const puzzle = await puzzleOf(server, '4x4', 'longer', 7);
  await open(page, server, path('4x4', 'longer', 7));
  expect(await playOut(page, server, puzzle)).toBe((puzzle.position.distance_moves! + 1) / 2);
  await expect(words(page)).toHaveText(/^Solved/);
});

test('a far win is solved by five moves, and the rest is shown', async ({ page, server }) => {
  const puzzle = await winIn(server, '4x4', 'far', 13);
  await open(page, server, path('4x4', 'far', puzzle.seed));
  expect(await playOut(page, server, puzzle)).toBe(5);
  await expect(words(page)).toHaveText(
    `Solved: from here ${puzzle.position.to_move} wins in 4 moves in any case.`,
  );
  await page.getByRole('button', { name: 'Show the rest' }).click();
  await expect(page.locator('.board')).toHaveAttribute('data-over', 'true');
});

test('an only move is one move, and the others can be looked at', async ({ page, server }) => {
  const puzzle = await puzzleOf(server, '4x4', 'only', 3);
  await open(page, server, path('4x4', 'only', 3));
  await expect(words(page)).toHaveText('All others lose.');
  await move(page, puzzle.right[0]!);
  await expect(words(page)).toHaveText(`Right: ${puzzle.right[0]} is the only move that holds.`);
  await page.getByRole('button', { name: 'Other moves' }).click();
  const losing = puzzle.position.moves.find((one) => one.outcome === 'loss' && one.replies > 0)!;
  await move(page, losing.move);
  const reply = (await valueOf(server, '4x4', losing.position)).moves[0]!;
  await expect(words(page)).toHaveText(
    `${losing.move} loses in ${losing.distance_moves}: ${opponent(puzzle)} answers ${reply.move}.`,
  );
  await page.getByRole('button', { name: 'Take it back' }).click();
  await expect(words(page)).toHaveText('Try any move and see what answers it.');
});

test('a trap is found by what it leaves', async ({ page, server }) => {
  const puzzle = await puzzleOf(server, '4x4', 'trap', 2);
  const best = puzzle.position.moves.find((one) => one.move === puzzle.right[0])!;
  const other = puzzle.position.moves.find(
    (one) => one.outcome === best.outcome && !puzzle.right.includes(one.move),
  )!;
  await open(page, server, path('4x4', 'trap', 2));
  await move(page, other.move);
  await expect(words(page)).toContainText(
    `${other.move} leaves ${other.replies_that_hold} of ${other.replies} replies`,
  );
  await page.getByRole('button', { name: 'Try again' }).click();
  await move(page, best.move);
  await expect(words(page)).toHaveText(
    `Right: ${best.move} leaves ${best.replies_that_hold} of ${best.replies} replies.`,
  );
});

for (const kind of ['near', 'longer', 'far', 'only', 'trap'])
  test(`5×5 needs no table for a puzzle of the kind ${kind}`, async ({ page, server }) => {
    const puzzle = await puzzleOf(server, '5x5', kind, 1);
    expect(puzzle.right.length).toBeGreaterThan(0);
    await open(page, server, path('5x5', kind, 1));
    await expect(page.getByRole('gridcell')).toHaveCount(25);
    if (kind === 'only' || kind === 'trap') await move(page, puzzle.right[0]!);
    else await playOut(page, server, puzzle);
    await expect(words(page)).toHaveText(/^(Right|Solved): /);
  });

test('a wrong move is refuted on the board, and taken back', async ({ page, server }) => {
  const puzzle = await puzzleOf(server, '4x4', 'longer', 7);
  const wrong = puzzle.position.moves.find((one) => one.outcome === 'loss' && one.replies > 0)!;
  const reply = (await valueOf(server, '4x4', wrong.position)).moves[0]!;
  await open(page, server, path('4x4', 'longer', 7));
  await move(page, wrong.move);
  await expect(words(page)).toHaveText(
    `${wrong.move} loses in ${wrong.distance_moves}: ${opponent(puzzle)} answers ${reply.move}.`,
  );
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(words(page)).toHaveText(`It wins in ${puzzle.position.distance_moves} moves.`);
  await move(page, puzzle.right[0]!);
  await expect(words(page)).toHaveText(/^Right/);
});

test('Show me names the answer and plays it to the end', async ({ page, server }) => {
  const puzzle = await winIn(server, '4x4', 'longer', 5);
  await open(page, server, path('4x4', 'longer', puzzle.seed));
  const wrong = puzzle.position.moves.find((one) => !puzzle.right.includes(one.move) && one.replies > 0)!;
  await move(page, wrong.move);
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.getByRole('button', { name: 'Show me' }).click();
  await expect(words(page)).toHaveText(`The answer is ${puzzle.right[0]}.`);
  await expect(page.getByText('Try again')).toHaveCount(0);
  await expect(page.locator('.board')).toHaveAttribute('data-over', 'true');
  const steps = page.getByRole('group', { name: 'The answer, 5 moves' });
  await expect(steps.getByRole('listitem')).toHaveCount(5);
  await steps.getByRole('button', { name: 'One move back' }).click();
  await expect(page.locator('.board')).toHaveAttribute('data-over', 'false');
  await expect(steps.locator('[aria-current=step]')).toHaveText(new RegExp(`^${opponent(puzzle)} `));
});

test('a streak grows, is kept, counts a puzzle once, and ends with a mistake', async ({ page, server }) => {
  await open(page, server, path('4x4', 'only', 3));
  await expect(row(page)).toHaveText('0 in a row · best 0');
  const first = await puzzleOf(server, '4x4', 'only', 3);
  await move(page, first.right[0]!);
  await expect(row(page)).toHaveText('1 in a row · best 1');
  await page.reload();
  await move(page, first.right[0]!);
  await expect(words(page)).toHaveText(/^Right/);
  await expect(row(page)).toHaveText('1 in a row · best 1');
  await page.getByRole('button', { name: 'Next puzzle' }).click();
  await expect(page).not.toHaveURL(/seed=3$/);
  await expect(words(page)).toHaveText('All others lose.');
  const seed = Number(/seed=(\d+)$/.exec(page.url())![1]);
  await move(page, (await puzzleOf(server, '4x4', 'only', seed)).right[0]!);
  await expect(row(page)).toHaveText('2 in a row · best 2');
  await page.getByRole('button', { name: 'Next puzzle' }).click();
  await expect(words(page)).toHaveText('All others lose.');
  await page.getByRole('button', { name: 'Show me' }).click();
  await expect(row(page)).toHaveText('0 in a row · best 2');
});

test('going back leads to the puzzle before', { tag: '@once' }, async ({ page, server }) => {
  await open(page, server, path('4x4', 'near', 5));
  await expect(words(page)).toHaveText(/^It wins/);
  await page.getByRole('button', { name: 'Skip' }).click();
  await expect(page).not.toHaveURL(/seed=5$/);
  await page.goBack();
  await expect(page).toHaveURL(/seed=5$/);
});

test('a puzzle is solved by the keyboard alone', { tag: '@once' }, async ({ page, server }) => {
  const puzzle = await winIn(server, '4x4', 'near', 1);
  await open(page, server, path('4x4', 'near', puzzle.seed));
  await expect(words(page)).toHaveText(/^It wins/);
  const name = puzzle.right[0]!;
  await page.getByRole('gridcell', { name: `${name.slice(0, 2)},` }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.board-slot').first()).toBeFocused();
  const side = (await page.locator(`.board-slot[data-move="${name}"]`).getAttribute('class'))!;
  const arrow = { left: 'ArrowLeft', right: 'ArrowRight', top: 'ArrowUp', bottom: 'ArrowDown' };
  await page.keyboard.press(Object.entries(arrow).find(([key]) => side.split(' ').includes(key))![1]);
  await page.keyboard.press('Enter');
  await expect(words(page)).toHaveText(/^Solved/);
  await expect(page.getByRole('button', { name: 'Next puzzle' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(new RegExp(`seed=${puzzle.seed}$`));
  await expect(page.locator('.board-cells :focus')).toHaveCount(1);
});

test('a kind that cannot be found is explained', async ({ page, server }) => {
  // No win of 3×3 takes nine moves.
  await open(page, server, path('3x3', 'far', 1));
  await expect(page.getByRole('heading', { name: 'No puzzle found' })).toBeVisible();
  await expect(page.getByText('are rare on 3×3, and none came up in time')).toBeVisible();
  await page.getByRole('button', { name: 'Near win' }).click();
  await expect(words(page)).toHaveText(/^It wins/);
});

test('a position is explored from its puzzle', async ({ page, server }) => {
  await open(page, server, path('4x4', 'near', 5));
  await page.getByRole('link', { name: 'Explore' }).click();
  await expect(page).toHaveURL(/\/#rules=4x4&start=/);
});
