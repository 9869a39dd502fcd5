// SPDX-License-Identifier: MIT
//
// The end of a game and what comes after it: the result, rematch, review, and trying one's mistakes again.
import type { PositionValue, Review } from '../src/api';
import type { Page } from '@playwright/test';
import { expect, humans, open, status, test, type Server } from './server';

const ask = (server: Server, rules: string, position: string) =>
  server.get<PositionValue>(`position?rules=${rules}&position=${position.replace(' ', '+')}`);

/** A 3×3 game in which X throws the win away with her second move and then loses. */
async function lostGame(server: Server) {
  const start = await ask(server, '3x3', '3/3/3 x');
  const first = start.moves[0]!;
  const answer = (await ask(server, '3x3', first.position)).moves[0]!;
  const second = (await ask(server, '3x3', answer.position)).moves;
  const blunder = second.at(-1)!;
  expect(second[0]!.outcome).toBe('win');
  expect(blunder.outcome).toBe('loss');
  const line = await server.get<{ moves: { move: string }[] }>(
    `line?rules=3x3&position=${blunder.position.replace(' ', '+')}`,
  );
  const moves = [first, answer, blunder, ...line.moves].map((one) => one.move);
  return { link: `/#rules=3x3&moves=${moves.join(',')}`, moves, before: second, blunder };
}

const result = (page: Page) => page.getByRole('group', { name: 'The game has ended' });

test('the result offers a rematch and to swap sides', async ({ page, server }) => {
  const { link } = await lostGame(server);
  await open(page, server, link, { X: 'human', O: 'level-4' }, 'play');
  await expect(status(page)).toHaveText('O has won');
  await expect(page.getByText(/^Level 4 · Steady beat you in \d+ moves\.$/)).toBeVisible();
  await result(page).getByRole('button', { name: 'Rematch' }).click();
  await expect(page).toHaveURL(/#rules=3x3$/);
  await expect(status(page)).toHaveText('Your move');
  await page.goBack();
  await expect(status(page)).toHaveText('O has won');
  await result(page).getByRole('button', { name: 'Swap sides' }).click();
  await expect(page.getByLabel('Who plays O')).toHaveValue('human');
  await expect(page.getByLabel('Who plays X')).toHaveValue('level-4');
  await expect(page).toHaveURL(/#rules=3x3&moves=\w{4}$/);
  await expect(status(page)).toHaveText('Your move');
});

test('two humans are told who has won, and have no sides to swap', async ({ page, server }) => {
  const { link } = await lostGame(server);
  await open(page, server, link, humans, 'play');
  await expect(status(page)).toHaveText('O has won');
  await expect(result(page).getByRole('button', { name: 'Rematch' })).toBeVisible();
  await expect(result(page).getByRole('button', { name: 'Swap sides' })).toHaveCount(0);
  await result(page).getByRole('button', { name: 'New game' }).click();
  await expect(page.getByRole('dialog', { name: 'New game' })).toBeVisible();
});

test('the review is open at the end, in Play too', async ({ page, server }) => {
  const { link, blunder } = await lostGame(server);
  await open(page, server, link, { X: 'human', O: 'perfect' }, 'play');
  const review = page.getByRole('region', { name: 'Review', exact: true }).last();
  await expect(review).toContainText('Accuracy of O100.0 %');
  const turning = review.getByRole('listitem').filter({ hasText: 'turned' });
  await expect(turning).toHaveCount(1);
  await expect(turning).toContainText(
    new RegExp(`2\\. X ${blunder.move} turned a win into a loss\\. \\w{4} wins in 5\\.`),
  );
  await expect(page.getByRole('button', { name: `Move 3, X ${blunder.move}, win to loss` })).toBeVisible();
  await expect(page.locator('.graph .turning')).toHaveCount(1);
  await result(page).getByRole('button', { name: 'Review' }).click();
  await expect(page.locator('#panel')).toBeFocused();
  await turning.getByRole('button').click();
  await expect(page).toHaveURL(/&at=2$/);
  await expect(page.locator('.board-cell .badge')).toHaveCount(0);
});

test('nobody gave anything away only when it is so', async ({ page, server }) => {
  const line = await server.get<{ moves: { move: string }[] }>('line?rules=3x3&position=3/3/3+x');
  const perfect = line.moves.map((one) => one.move).join(',');
  await open(page, server, `/#rules=3x3&moves=${perfect}`, humans, 'play');
  await expect(page.getByText('nobody gave anything away')).toBeVisible();

  // The same, but X is slower to win.
  const slow = await ask(server, '3x3', '3/3/3 x');
  let position = slow.position;
  const moves: string[] = [];
  for (let turn = 0; turn < 40; turn++) {
    const now = await ask(server, '3x3', position);
    if (now.over) break;
    const winning = now.moves.filter(({ outcome }) => outcome === 'win');
    const next = (turn === 2 ? winning.at(-1) : now.moves[0]) ?? now.moves[0]!;
    moves.push(next.move);
    position = next.position;
  }
  const { judgements } = await fetch(`${server.api}/api/v1/review`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ game: `3x3\n${moves.join(' ')}` }),
  })
    .then((response) => response.json() as Promise<Review>)
    .then((review) => ({ judgements: review.moves.map((one) => one.judgement) }));
  expect(judgements).toContain('slower win');
  await page.goto(`${server.url}/#rules=3x3&moves=${moves.join(',')}`);
  await expect(page.getByText('nobody gave the result away, but there were quicker wins')).toBeVisible();
  await expect(page.getByText('nobody gave anything away')).toHaveCount(0);
});

test('mistakes can be tried again until a move holds', async ({ page, server }) => {
  const { link, before, blunder } = await lostGame(server);
  await open(page, server, link, { X: 'human', O: 'perfect' }, 'play');
  await result(page).getByRole('button', { name: 'Retry your mistake' }).click();
  await expect(page.getByText('Mistake 1 of 1, move 2')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'X to move: find a move that wins' })).toBeVisible();
  await expect(page.getByRole('status')).toHaveText(
    `In the game you played ${blunder.move}. Find a better move.`,
  );
  const make = async (name: string) => {
    await page.getByRole('gridcell', { name: `${name.slice(0, 2)},` }).click();
    await page.locator(`.board-slot[data-move="${name}"]`).click();
  };
  await make(blunder.move);
  await expect(page.getByRole('status')).toContainText(`${blunder.move}: loses in`);
  await expect(page.getByRole('status')).toContainText('Try another.');
  const taken = page.getByRole('gridcell', { name: `${blunder.move.slice(2)},` });
  await expect(taken).toHaveAccessibleName(/, X/);
  await expect(page.locator('.takeable').first()).toBeVisible();
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('status')).toContainText(`${before[0]!.move}: wins in 5`);
  await expect(page.locator(`.board-slot[data-move="${before[0]!.move}"]`)).toBeVisible();
  await make(before[0]!.move);
  await expect(page.getByRole('heading', { name: 'Right' })).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(status(page)).toHaveText('O has won');
});

/** Both put a cube in and push it to and fro. */
const round = (count: number) =>
  Array.from({ length: count }, (_, index) => ['a3c3', 'a1c1', 'c3a3', 'c1a1'][index % 4]).join(',');

test('a position that comes up for the third time ends the game in Play', async ({ page, server }) => {
  await open(page, server, `/#rules=3x3&moves=${round(9)}`, humans, 'play');
  await expect(status(page)).toHaveText('O to move');
  await page.getByRole('gridcell', { name: 'a1,' }).click();
  await page.locator('.board-slot[data-move="a1c1"]').click();
  await expect(status(page)).toHaveText('Drawn');
  await expect(page.getByText('The position came up for the third time')).toBeVisible();
  await expect(page.locator('.takeable')).toHaveCount(0);
  await expect(result(page).getByRole('button', { name: 'Rematch' })).toBeVisible();

  await page.getByRole('button', { name: 'Explore', exact: true }).click();
  await expect(page.getByText('has come up 3 times')).toBeVisible();
  await expect(page.locator('.takeable').first()).toBeVisible();
});

test('two computers stop there too', async ({ page, server }) => {
  const drawn = await server.get<PositionValue>('random?rules=4x4&outcome=draw&seed=2');
  await open(
    page,
    server,
    `/#rules=4x4&start=${drawn.position.replace(' ', '+')}`,
    { X: 'perfect', O: 'perfect' },
    'play',
  );
  await page.getByRole('button', { name: 'Let Perfect move' }).click();
  await expect(status(page)).toHaveText('Drawn', { timeout: 60_000 });
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
