// SPDX-License-Identifier: MIT
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { positionText, type Move, type Position } from '../game/position';
import { rulesName, type Rules } from '../game/rules';
import type { Place } from './drag';
import { boardMoving } from './moving';
import { filmBetween, playFilm, slideCubes } from './slide';

type Ref<T> = { current: T };

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

/** Which cube stands on which cell, and which blank still shows, out of sight, the symbol it was turned back from.
 * Cubes keep their names while they slide, so that each of them is one element that moves; when the picture
 * changes, the film between the two is shown. */
export function useCubes(
  root: Ref<HTMLElement | null>,
  rules: Rules,
  position: Position,
  lastMove: Move | null,
  /** Where the cube was let go whose move comes next. */
  letGo: Ref<Place | null>,
): { cubes: readonly number[]; unturned: number | null } {
  const key = `${rulesName(rules)} ${positionText(rules, position)}`;
  const inOrder = position.cubes.map((_, cell) => cell);
  const shown = useRef({ key, rules, position, lastMove, cubes: inOrder, unturned: null as number | null });
  const running = useRef<Animation[]>([]);
  const before = shown.current;
  const film = before.key === key ? null : filmBetween(before, { rules, position, lastMove });
  let { cubes, unturned } = before;
  if (before.key !== key) {
    cubes = film ? slideCubes(rules, cubes, film) : cubes.length === inOrder.length ? cubes : inOrder;
    unturned = film?.backwards && position.cubes[film.move.taken] === '' ? film.move.taken : null;
  }
  useLayoutEffect(() => {
    shown.current = { key, rules, position, lastMove, cubes, unturned };
    running.current.forEach((animation) => animation.cancel());
    running.current = [];
    const board = root.current!;
    const setMoving = (moving: boolean) => {
      board.toggleAttribute('data-moving', moving);
      boardMoving.value = moving;
    };
    const from = film?.backwards ? null : letGo.current;
    letGo.current = null;
    setMoving(film !== null && !reducedMotion.matches);
    if (!film || reducedMotion.matches) return;
    const turned = (film.backwards ? position : before.position).cubes[film.move.taken] === '';
    const cubeAt = (cell: number) => board.querySelector<HTMLElement>(`[data-cube="${cell}"]`)!;
    running.current = playFilm(rules, film, turned, from, cubeAt);
    // Rejected when the next film cancels this one, which then keeps the mark.
    Promise.all(running.current.map((animation) => animation.finished)).then(
      () => setMoving(false),
      () => undefined,
    );
  }, [key]);
  useEffect(() => () => void (boardMoving.value = false), []);
  return { cubes, unturned };
}
