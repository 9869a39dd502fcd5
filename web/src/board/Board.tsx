// SPDX-License-Identifier: MIT
//
// The board. Three layers: the tray with its cubes, which only look and move; a grid of buttons, one for each
// cell, which are what mouse, finger, keyboard and screen reader meet; and, while a cube is picked, one button
// at each place where it can go in.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RatedMove } from '../api';
import {
  cellName,
  colOf,
  finishedLines,
  moveName,
  movesFrom,
  positionText,
  rowOf,
  segment,
  sideOf,
  winner,
  type Move,
  type Position,
} from '../game/position';
import { rulesName, rulesTitle, type Rules } from '../game/rules';
import { Symbol } from '../ui/Symbol';
import { ValueBadge } from '../ui/ValueBadge';
import { bestByCell, valueWords } from '../values';
import { filmBetween, place, playFilm, slideCubes } from './slide';
import './board.css';

interface Props {
  rules: Rules;
  position: Position;
  /** The move that led here. */
  lastMove?: Move | null;
  /** What each move is worth; left out to hide it. */
  values?: readonly RatedMove[] | undefined;
  /** A move shown from outside, such as the one under the mouse in the list. */
  shownMove?: Move | null;
  /** Left out when nobody may move. */
  onMove?: ((move: Move) => void) | undefined;
  /** Instead of moving: a cell was pressed, or a key on it. */
  onEdit?: (cell: number, key: string | null) => void;
}

const arrows: Record<string, [number, number]> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};
const sideOfArrow: Record<string, string> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'top',
  ArrowDown: 'bottom',
};
const turnOfArrow = { left: 0, top: 90, right: 180, bottom: 270 };
const fromSide = { left: 'from the left', right: 'from the right', top: 'from above', bottom: 'from below' };
const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

export function Board({ rules, position, lastMove = null, values, shownMove = null, onMove, onEdit }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const [picked, setPicked] = useState<number | null>(null);
  const [hovered, setHovered] = useState<Move | null>(null);
  const [focused, setFocused] = useState(0);
  const { cubes, unturned } = useCubes(root, rules, position, lastMove);
  const key = `${rulesName(rules)} ${positionText(rules, position)}`;

  useEffect(() => {
    setPicked(null);
    setHovered(null);
  }, [key]);

  const over = winner(rules, position) !== null;
  const movesOf = (cell: number) => (onMove && !over ? movesFrom(rules, position, cell) : []);
  const pickedMoves = picked === null ? [] : movesOf(picked);
  const highlighted = hovered ?? shownMove;
  const leaning = highlighted && segment(rules, highlighted);
  const raised = highlighted?.taken ?? picked;
  const best = values && bestByCell(values);
  const valueOf = (move: Move) => values?.find((one) => one.move === moveName(rules, move));
  const inLine = new Set(finishedLines(rules, position).flatMap((line) => line.cells));

  const focusCell = (cell: number) => {
    setFocused(cell);
    root.current!.querySelector<HTMLElement>(`[data-cell="${cell}"]`)?.focus();
  };
  const press = (cell: number, byKeyboard: boolean) => {
    setFocused(cell);
    if (onEdit) return onEdit(cell, null);
    const pickable = cell !== picked && movesOf(cell).length > 0;
    setPicked(pickable ? cell : null);
    setHovered(null);
    // The buttons to go on with do not exist before the next frame.
    if (pickable && byKeyboard)
      requestAnimationFrame(() => root.current?.querySelector<HTMLElement>('.board-slot')?.focus());
  };
  const drop = () => {
    if (picked !== null) focusCell(picked);
    setPicked(null);
    setHovered(null);
  };
  const insert = (move: Move) => {
    focusCell(move.inserted);
    onMove?.(move);
  };

  const onCellKey = (event: KeyboardEvent, cell: number) => {
    const arrow = arrows[event.key];
    if (arrow) {
      const row = rowOf(rules, cell) + arrow[0];
      const col = colOf(rules, cell) + arrow[1];
      if (row >= 0 && row < rules.rows && col >= 0 && col < rules.cols) focusCell(row * rules.cols + col);
      event.preventDefault();
    } else if (event.key === 'Escape') {
      drop();
    } else if (onEdit && /^([xo.]|Delete|Backspace)$/i.test(event.key)) {
      onEdit(cell, event.key);
      event.preventDefault();
    }
  };
  const onSlotKey = (event: KeyboardEvent) => {
    const side = sideOfArrow[event.key];
    if (side) {
      root.current!.querySelector<HTMLElement>(`.board-slot.${side}`)?.focus();
      event.preventDefault();
    } else if (event.key === 'Escape') drop();
  };

  const lean = (cell: number): [number, number] => {
    const index = leaning ? leaning.indexOf(cell) : -1;
    if (index < 1) return [0, 0];
    const to = leaning![index - 1]!;
    return [0.07 * (colOf(rules, to) - colOf(rules, cell)), 0.07 * (rowOf(rules, to) - rowOf(rules, cell))];
  };

  return (
    <div class={`board${onEdit ? ' editing' : ''}`} ref={root} data-over={over}>
      <div class="board-tray">
        <div class="board-well" />
        <div class="board-labels" aria-hidden="true">
          {Array.from({ length: rules.rows }, (_, row) => (
            <span key={`r${row}`} style={{ transform: place(-0.81, row) }}>
              {rules.rows - row}
            </span>
          ))}
          {Array.from({ length: rules.cols }, (_, col) => (
            <span key={`c${col}`} style={{ transform: place(col, rules.rows - 0.19) }}>
              {String.fromCharCode(97 + col)}
            </span>
          ))}
        </div>
        <div class="board-cubes" aria-hidden="true">
          {cubes
            .map((id, cell) => ({ id, cell }))
            .sort((one, two) => one.id - two.id)
            .map(({ id, cell }) => {
              const cube = position.cubes[cell]!;
              const [dx, dy] = lean(cell);
              const classes = ['board-cube'];
              if (raised === cell) classes.push('raised');
              if (inLine.has(cell)) classes.push('in-line');
              if (lastMove?.inserted === cell) classes.push('last');
              return (
                <div
                  key={id}
                  class={classes.join(' ')}
                  data-cube={cell}
                  style={{
                    transform: place(colOf(rules, cell) + dx, rowOf(rules, cell) + dy),
                    '--grain': `${(id * 37) % 101}% ${(id * 61) % 97}%`,
                  }}
                >
                  <div class={`board-block${unturned === cell ? ' unturned' : ''}`}>
                    {(cube || unturned === cell) && <Symbol player={cube || position.toMove} />}
                  </div>
                </div>
              );
            })}
        </div>
        <div class="board-cells" role="grid" aria-label={`Board, ${rulesTitle(rules)}`}>
          {Array.from({ length: rules.rows }, (_, row) => (
            <div role="row" key={row}>
              {Array.from({ length: rules.cols }, (_, col) => {
                const cell = row * rules.cols + col;
                const name = cellName(rules, cell);
                const takeable = movesOf(cell).length > 0;
                const value = takeable ? best?.get(name) : undefined;
                const words = [name, position.cubes[cell] || 'blank'];
                if (takeable) words.push(value ? `taking it ${valueWords(value)} at best` : 'can be taken');
                return (
                  <button
                    key={cell}
                    type="button"
                    role="gridcell"
                    class={`board-cell${takeable ? ' takeable' : ''}`}
                    data-cell={cell}
                    aria-label={words.join(', ')}
                    aria-disabled={!takeable && !onEdit}
                    aria-selected={picked === cell}
                    tabIndex={cell === Math.min(focused, rules.rows * rules.cols - 1) ? 0 : -1}
                    onClick={(event) => press(cell, event.detail === 0)}
                    onKeyDown={(event) => onCellKey(event, cell)}
                  >
                    {value && picked === null && <ValueBadge value={value} />}
                  </button>
                );
              })}
            </div>
          ))}
        </div>
        <div class="board-slots">
          {(picked === null && highlighted ? [highlighted] : pickedMoves).map((move) => {
            const side = sideOf(rules, move);
            const value = valueOf(move);
            const col = colOf(rules, move.inserted) + (side === 'left' ? -1 : side === 'right' ? 1 : 0);
            const row = rowOf(rules, move.inserted) + (side === 'top' ? -1 : side === 'bottom' ? 1 : 0);
            return (
              <button
                key={moveName(rules, move)}
                type="button"
                class={`board-slot ${side}`}
                data-move={moveName(rules, move)}
                style={{ transform: place(col, row) }}
                aria-label={`${moveName(rules, move)}, push in ${fromSide[side]}${value ? `, ${valueWords(value)}` : ''}`}
                tabIndex={picked === null ? -1 : 0}
                onClick={() => insert(move)}
                onKeyDown={onSlotKey}
                onMouseEnter={() => picked !== null && setHovered(move)}
                onMouseLeave={() => setHovered(null)}
                onFocus={() => picked !== null && setHovered(move)}
                onBlur={() => setHovered(null)}
              >
                <svg class="board-arrow" viewBox="0 0 20 20" aria-hidden="true">
                  <path d="M3 10h12M10 4l6 6-6 6" transform={`rotate(${turnOfArrow[side]} 10 10)`} />
                </svg>
                {value && <ValueBadge value={value} />}
              </button>
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** Which cube stands on which cell, and which blank still shows, out of sight, the symbol it was turned back from.
 * Cubes keep their names while they slide, so that each of them is one element that moves; when the picture
 * changes, the film between the two is shown. */
function useCubes(
  root: { current: HTMLElement | null },
  rules: Rules,
  position: Position,
  lastMove: Move | null,
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
    delete board.dataset.moving;
    if (!film || reducedMotion.matches) return;
    const turned = (film.backwards ? position : before.position).cubes[film.move.taken] === '';
    running.current = playFilm(rules, film, turned, (cell) => board.querySelector(`[data-cube="${cell}"]`)!);
    board.dataset.moving = '';
    // Rejected when the next film cancels this one, which then keeps the mark.
    Promise.all(running.current.map((animation) => animation.finished)).then(
      () => delete board.dataset.moving,
      () => undefined,
    );
  }, [key]);
  return { cubes, unturned };
}
