// SPDX-License-Identifier: MIT
//
// The board under mouse, finger and eye. What colour something has is asked of the picture, not of the style sheet:
// a symbol that is painted over still has its colour there.
import type { Locator, Page } from '@playwright/test';
import type { Line, PositionValue } from '../src/api';
import { expect, humans, move, open, status, test } from './server';

const cell = (page: Page, name: string) => page.getByRole('gridcell', { name: `${name},` });
const slot = (page: Page, name: string) => page.locator(`.board-slot[data-move="${name}"]`);

/** The share of the pixels in the middle of an element that are near a colour. */
async function shareOfColour(page: Page, element: Locator, token: string): Promise<number> {
  const { x, y, width, height } = (await element.boundingBox())!;
  const clip = { x: x + 0.15 * width, y: y + 0.15 * height, width: 0.7 * width, height: 0.7 * height };
  const bytes = [...(await page.screenshot({ clip }))];
  return page.evaluate(
    async ([bytes, token]) => {
      const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
      const pen = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
      const wanted = getComputedStyle(document.documentElement).getPropertyValue(token);
      pen.fillStyle = wanted;
      pen.fillRect(0, 0, 1, 1);
      const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data;
      pen.drawImage(image, 0, 0);
      const { data } = pen.getImageData(0, 0, image.width, image.height);
      let near = 0;
      for (let at = 0; at < data.length; at += 4)
        if (Math.hypot(data[at]! - red!, data[at + 1]! - green!, data[at + 2]! - blue!) < 40) near++;
      return near / (data.length / 4);
    },
    [bytes, token] as const,
  );
}

/** Where the middle of a cell or a slot is. */
async function middle(element: Locator): Promise<[x: number, y: number]> {
  const { x, y, width, height } = (await element.boundingBox())!;
  return [x + width / 2, y + height / 2];
}

async function drag(page: Page, from: Locator, to: readonly [number, number]): Promise<void> {
  await page.mouse.move(...(await middle(from)));
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 5 });
}

test.describe('what the pointer is on can be seen', () => {
  test.use({ viewport: { width: 420, height: 640 } });

  for (const colorScheme of ['light', 'dark'] as const)
    test(`cubes keep their symbols, ${colorScheme}`, async ({ page, server }) => {
      await page.emulateMedia({ colorScheme });
      await open(page, server, '/#rules=4x4&start=X2O/4/4/4+x', humans, 'play');
      for (const [name, token] of [
        ['a4', '--x'],
        ['d4', '--o'],
      ] as const) {
        const plain = await shareOfColour(page, cell(page, name), token);
        expect(plain).toBeGreaterThan(0.08);
        await cell(page, name).hover({ force: true });
        expect(await shareOfColour(page, cell(page, name), token)).toBeGreaterThan(0.9 * plain);
        await page.mouse.move(0, 0);
      }
      const plain = await shareOfColour(page, cell(page, 'a4'), '--x');
      await cell(page, 'a4').click();
      expect(await shareOfColour(page, cell(page, 'a4'), '--x')).toBeGreaterThan(0.8 * plain);
      await slot(page, 'a4d4').hover();
      expect(await shareOfColour(page, slot(page, 'a4d4').locator('svg'), '--rim-ink')).toBeGreaterThan(0.1);
    });

  test('the editor shows what was just placed', async ({ page, server }) => {
    await open(page, server, '/#rules=3x3');
    await page.getByRole('button', { name: 'Set up' }).click();
    await cell(page, 'b2').click();
    expect(await shareOfColour(page, cell(page, 'b2'), '--x')).toBeGreaterThan(0.08);
    await cell(page, 'b2').click();
    expect(await shareOfColour(page, cell(page, 'b2'), '--o')).toBeGreaterThan(0.08);
  });

  test('pictures of a hovered cube, a picked one and a destination', async ({ page, server }) => {
    await open(page, server, '/#rules=4x4&start=X2O/4/4/4+x', humans, 'play');
    const around = async (name: string, right: number) => {
      const { x, y, width } = (await cell(page, name).boundingBox())!;
      return {
        clip: { x: x - 6, y: y - 10, width: width + 6 + right, height: width + 16 },
        maxDiffPixelRatio: 0.03,
      };
    };
    await cell(page, 'a4').hover();
    await expect(page).toHaveScreenshot('hovered-x.png', await around('a4', 8));
    await cell(page, 'a4').click();
    await expect(page).toHaveScreenshot('picked-x.png', await around('a4', 8));
    await slot(page, 'a4d4').hover();
    await expect(page).toHaveScreenshot('destination.png', await around('d4', 36));
  });
});

test('a cube that cannot be taken says why', async ({ page, server }) => {
  await open(page, server, '/#rules=3x3&start=X1O/3/3+x', humans, 'play');
  const reason = page.locator('.board-reason');
  await expect(reason).toHaveText('');
  await cell(page, 'b2').click({ force: true });
  await expect(reason).toHaveText('Only cubes on the border can be taken.');
  await expect(reason).toHaveAttribute('aria-live', 'polite');
  await cell(page, 'c3').click({ force: true });
  await expect(reason).toHaveText('That cube shows O: you may take a blank one or your own.');
  await cell(page, 'a3').click();
  await expect(reason).toHaveText('');
  await page.keyboard.press('Escape');
  await cell(page, 'b2').focus();
  await page.keyboard.press('Enter');
  await expect(reason).toHaveText('Only cubes on the border can be taken.');
  await expect(reason).toHaveText('', { timeout: 10_000 });

  await page.goto(`${server.url}/#rules=3x3&start=1XX/OO1/3+x&moves=a1a3`);
  await expect(status(page)).toHaveText('X has won');
  await cell(page, 'b1').click({ force: true });
  await expect(reason).toHaveText('The game is over.');
});

test('while the computer thinks it is not your turn', async ({ page, server }) => {
  await page.route(/\/api\/v1\/play\?/, () => undefined);
  await open(page, server, '/#rules=3x3', { X: 'human', O: 'level-4' }, 'play');
  await move(page, 'a3c3');
  await cell(page, 'a1').click({ force: true });
  await expect(page.locator('.board-reason')).toHaveText('It is not your turn.');
});

test('the cube at the other end means the same as the rim beside it', async ({ page, server }) => {
  await open(page, server, '/#rules=4x4');
  await cell(page, 'b4').click();
  await expect(cell(page, 'd4')).toHaveAccessibleName(/the picked cube goes in here/);
  await cell(page, 'd4').hover();
  await expect(slot(page, 'b4d4')).toHaveClass(/aimed/);
  await cell(page, 'd4').click();
  await expect(page).toHaveURL(/moves=b4d4$/);
  // O picks one, puts it back, and is then free to pick the other.
  await cell(page, 'a1').click();
  await cell(page, 'a1').click();
  await cell(page, 'a4').click();
  await expect(slot(page, 'a4a1')).toBeVisible();
  // A cube that is no destination is picked instead.
  await cell(page, 'c1').click();
  await expect(slot(page, 'c1c4')).toBeVisible();
  await expect(page).toHaveURL(/moves=b4d4$/);
});

test.describe('dragging', () => {
  test('a whole game', async ({ page, server }) => {
    await open(page, server, '/#rules=3x3', humans, 'play');
    const line = await server.get<Line>('line?rules=3x3&position=3/3/3+x');
    expect(line.moves).toHaveLength(7);
    for (const { move: name } of line.moves) {
      await drag(page, cell(page, name.slice(0, 2)), await middle(cell(page, name.slice(2))));
      await expect(slot(page, name)).toHaveClass(/aimed/);
      await page.mouse.up();
      await expect(page).toHaveURL(new RegExp(`${name}$`));
    }
    await expect(status(page)).toHaveText('X has won');
  });

  test('the cube follows, beyond the end is as good, and elsewhere takes it back', async ({
    page,
    server,
  }) => {
    await open(page, server, '/#rules=4x4&start=X3/4/4/4+x', humans, 'play');
    const [x, y] = await middle(cell(page, 'c2'));
    await drag(page, cell(page, 'a4'), [x, y]);
    await expect(page.locator('.board-slot')).toHaveCount(2);
    await expect(page.locator('.board-slot.aimed')).toHaveCount(0);
    const [cubeX, cubeY] = await middle(page.locator('[data-cube="0"] .board-block'));
    expect(Math.hypot(cubeX - x, cubeY - y)).toBeLessThan(15);
    await page.mouse.up();
    await expect(page.locator('.board-slot, .board-cube.raised')).toHaveCount(0);
    await expect(page).not.toHaveURL(/moves=/);

    await drag(page, cell(page, 'a4'), [x, y]);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect(page).not.toHaveURL(/moves=/);

    const { y: row } = (await cell(page, 'a4').boundingBox())!;
    await drag(page, cell(page, 'a4'), [1000, row + 20]);
    await page.mouse.up();
    await expect(page).toHaveURL(/moves=a4d4$/);
    // The click that ends a drag is none; the next one is.
    await cell(page, 'a1').click();
    await expect(page.locator('.board-slot')).toHaveCount(2);
  });

  test('what cannot be taken cannot be dragged', async ({ page, server }) => {
    await open(page, server, '/#rules=3x3&start=X1O/3/3+x', humans, 'play');
    await drag(page, cell(page, 'c3'), await middle(cell(page, 'a3')));
    await expect(page.locator('.board-slot, .board-cube.dragged')).toHaveCount(0);
    await page.mouse.up();
    await expect(page).not.toHaveURL(/moves=/);
  });

  test.describe('by finger', () => {
    test.use({ viewport: { width: 390, height: 500 }, hasTouch: true, isMobile: true });

    test('pushes the cube in, and the page stays where it is', async ({ page, server, context }) => {
      await open(page, server, '/#rules=4x4', humans, 'play');
      const finger = await context.newCDPSession(page);
      const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: readonly [number, number]) =>
        finger.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [{ x: at[0], y: at[1] }] : [] });
      const swipe = async (from: Locator, to: Locator) => {
        const [start, end] = [await middle(from), await middle(to)];
        await touch('touchStart', start);
        for (let step = 1; step <= 8; step++)
          await touch(
            'touchMove',
            [0, 1].map((i) => start[i]! + ((end[i]! - start[i]!) * step) / 8) as [number, number],
          );
        await touch('touchEnd');
      };
      await swipe(cell(page, 'b1'), cell(page, 'b4'));
      await expect(page).toHaveURL(/moves=b1b4$/);
      expect(await page.evaluate(() => scrollY)).toBe(0);
      // A finger on a cube that cannot be taken moves the page.
      await swipe(cell(page, 'b2'), page.locator('.app-top'));
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(20);
      await expect(page).toHaveURL(/moves=b1b4$/);
    });
  });
});

test('the last move shows its way', async ({ page, server }) => {
  const entry = page.locator('.trail-entry');
  for (const [name, side] of [
    ['a4d4', 'right'],
    ['d2a2', 'left'],
    ['b1b4', 'top'],
    ['c4c1', 'bottom'],
  ] as const) {
    await open(page, server, `/#rules=4x4&moves=${name}`);
    await expect(page.locator('.trail-mark')).toHaveCount(3);
    const [x, y] = await middle(entry);
    const [cellX, cellY] = await middle(cell(page, name.slice(2)));
    const { width } = (await cell(page, 'a1').boundingBox())!;
    const [right, down] = { right: [1, 0], left: [-1, 0], top: [0, -1], bottom: [0, 1] }[side]!;
    expect(Math.abs(x - cellX - 0.65 * width * right!)).toBeLessThan(4);
    expect(Math.abs(y - cellY - 0.65 * width * down!)).toBeLessThan(4);
  }
  await cell(page, 'a4').click();
  await expect(page.locator('.trail')).toHaveCSS('opacity', '0');
});

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('cubes do not glide when the page opens or changes its size', async ({ page, server }) => {
    await page.addInitScript(() => {
      const places = new Map<string, Set<string>>();
      Object.assign(window, { places });
      const look = () => {
        for (const cube of document.querySelectorAll<HTMLElement>('.board-cube')) {
          const { left, top, width } = cube.getBoundingClientRect();
          const key = `${innerWidth} ${width} ${cube.dataset.cube}`;
          places.set(key, (places.get(key) ?? new Set()).add(`${left} ${top}`));
        }
        requestAnimationFrame(look);
      };
      look();
    });
    await open(page, server, '/#rules=5x5&start=XO3/5/5/5/4X+x', humans, 'play');
    await expect(page.locator('.board-cube')).toHaveCount(25);
    await page.waitForTimeout(500);
    await page.setViewportSize({ width: 500, height: 800 });
    await page.waitForTimeout(500);
    const moved = await page.evaluate(() =>
      [...(window as unknown as { places: Map<string, Set<string>> }).places].filter(
        ([, seen]) => seen.size > 1,
      ),
    );
    expect(moved.map(([key]) => key)).toEqual([]);
    const animated = await page.evaluate(
      () =>
        document.getAnimations().filter((one) => (one as CSSTransition).transitionProperty === 'transform')
          .length,
    );
    expect(animated).toBe(0);
  });

  test('a line glows and a game is won when the cube has landed', async ({ page, server }) => {
    await open(page, server, '/#rules=3x3&start=1XX/OO1/3+x', humans, 'play');
    await move(page, 'a1a3');
    await expect(page.locator('.board')).toHaveAttribute('data-moving');
    await expect(status(page)).not.toHaveText('X has won');
    await expect(page.locator('.board')).not.toHaveAttribute('data-moving');
    await expect(status(page)).toHaveText('X has won');
  });

  test('a cube that was dragged goes in from where it was let go', async ({ page, server }) => {
    await open(page, server, '/#rules=4x4', humans, 'play');
    const end = await middle(cell(page, 'd4'));
    await drag(page, cell(page, 'a4'), end);
    await page.mouse.up();
    await expect(page.locator('.board')).toHaveAttribute('data-moving');
    const [x] = await middle(page.locator('.board-cube.last'));
    expect(Math.abs(x - end[0])).toBeLessThan(100);
    await expect(page.locator('.board')).not.toHaveAttribute('data-moving');
    const [x2, y2] = await middle(page.locator('.board-cube.last .board-block'));
    expect(Math.hypot(x2 - end[0], y2 - end[1])).toBeLessThan(4);
  });
});

test('moves that draw are shaded by the replies that hold', async ({ page, server }) => {
  const text = 'XO1O/4/1X2/O2X x';
  const { moves } = await server.get<PositionValue>(`position?rules=4x4&position=${text.replace(' ', '+')}`);
  const drawn = moves.filter(({ outcome }) => outcome === 'draw');
  const shade = (one: (typeof moves)[number]) => {
    const share = one.replies_that_hold / one.replies;
    return share > 2 / 3 ? 'safe' : share > 1 / 4 ? 'tricky' : 'trap';
  };
  expect(new Set(drawn.map(shade)).size).toBeGreaterThan(1);
  await open(page, server, `/#rules=4x4&start=${text.replace(' ', '+')}`);
  await expect(page.locator('.board-cell .badge').first()).toBeVisible();
  for (const one of drawn) {
    await cell(page, one.move.slice(0, 2)).click();
    const badge = slot(page, one.move).locator('.badge');
    await expect(badge).toHaveClass(new RegExp(`\\bdraw ${shade(one)}$`));
    await expect(badge.locator(`.glyph.${shade(one) === 'trap' ? 'trap' : 'draw'}`)).toBeVisible();
    await expect(badge.locator('.badge-pie')).toHaveAttribute(
      'stroke-dasharray',
      `${one.replies_that_hold / one.replies} 1`,
    );
    await page.keyboard.press('Escape');
  }
});

test('what is unclear is not called a draw', async ({ page, server }) => {
  await open(page, server, '/#rules=5x5');
  const badge = page.locator('.board-cell .badge').first();
  await expect(badge).toHaveClass(/unclear/);
  await expect(page.locator('.board .badge.draw, .board .glyph.draw')).toHaveCount(0);
  await expect(cell(page, 'a5')).toHaveAccessibleName('a5, blank, taking it is unclear');
});

for (const [what, viewport] of Object.entries({
  'a small phone': { width: 320, height: 640 },
  'a phone upright': { width: 390, height: 844 },
  'a phone lying': { width: 844, height: 390 },
}))
  test.describe(what, () => {
    test.use({ viewport, hasTouch: true, isMobile: true });

    test('the whole board is seen, and values beside the symbols', async ({ page, server }) => {
      await open(page, server, '/#rules=4x4&start=XO1O/4/1X2/O2X+x');
      await expect(page.locator('.board-cell .badge').first()).toBeVisible();
      const board = (await page.locator('.board').boundingBox())!;
      expect(board.y + board.height).toBeLessThanOrEqual(viewport.height);
      expect(board.x + board.width).toBeLessThanOrEqual(viewport.width);
      expect(Math.min(board.width, board.height)).toBeGreaterThan(
        0.8 * Math.min(viewport.width, viewport.height),
      );
      const covered = await page.evaluate(() => {
        const symbols = [...document.querySelectorAll('.board-cube .symbol-groove')].map((path) => {
          const { left, right, top, bottom } = path.getBoundingClientRect();
          // A stroke reaches half its width, 6.5 of the 46 or 54 that the path is wide, beyond its path.
          const half = ((right - left) * 6.5) / 46;
          return { left: left - half, right: right + half, top: top - half, bottom: bottom + half };
        });
        return [...document.querySelectorAll('.board-cell .badge')].filter((badge) => {
          const box = badge.getBoundingClientRect();
          return symbols.some(
            (one) =>
              one.left < box.right && box.left < one.right && one.top < box.bottom && box.top < one.bottom,
          );
        }).length;
      });
      expect(covered).toBe(0);
      const size = await page
        .locator('.board-cell .badge')
        .first()
        .evaluate((badge) => parseFloat(getComputedStyle(badge).fontSize));
      expect(size).toBeGreaterThan(8.5);
    });
  });
