// SPDX-License-Identifier: MIT
//
// The board. Three layers: the tray with its cubes, which only look and move; a grid of buttons, one for each
// cell, which are what mouse, finger, keyboard and screen reader meet; and, while a cube is picked, one button
// at each place where it can go in. The cube at that end of the row means the same: while a cube is picked,
// pressing it pushes the picked one in. A cube can also be dragged there.
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
import { shadeOf } from '../ui/shade';
import { ValueBadge } from '../ui/ValueBadge';
import { bestByCell, valueWords } from '../values';
import { moveAt, outwards, useDrag, type Place } from './drag';
import { whyNotTaken } from './reason';
import { place } from './slide';
import { Trail } from './Trail';
import { useCubes } from './use_cubes';
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
  /** Why nobody may, for whoever tries; left out when it is someone else's turn. */
  whyNot?: string | undefined;
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
/** How far the cubes lean where a move would push them, of their own size. */
const leaning = 7;
/** How long a reason stays, in milliseconds. */
const readingTime = 3500;

/** "draws, a trap". */
function words(value: RatedMove): string {
  const shade = shadeOf(value);
  return valueWords(value) + (shade ? `, ${shade === 'trap' ? 'a trap' : shade}` : '');
}

export function Board({
  rules,
  position,
  lastMove = null,
  values,
  shownMove = null,
  onMove,
  whyNot,
  onEdit,
}: Props) {
  const root = useRef<HTMLDivElement>(null);
  const [picked, setPicked] = useState<number | null>(null);
  const [hovered, setHovered] = useState<Move | null>(null);
  const [focused, setFocused] = useState(0);
  const [refused, setRefused] = useState<{ cell: number; why: string } | null>(null);
  const letGo = useRef<Place | null>(null);
  const { cubes, unturned } = useCubes(root, rules, position, lastMove, letGo);
  const key = `${rulesName(rules)} ${positionText(rules, position)}`;

  const over = winner(rules, position) !== null;
  const movesOf = (cell: number) => (onMove && !over ? movesFrom(rules, position, cell) : []);
  const pickedMoves = picked === null ? [] : movesOf(picked);
  const highlighted = hovered ?? (picked === null ? shownMove : null);
  const sliding = highlighted && segment(rules, highlighted);
  const raised = highlighted?.taken ?? picked;
  const best = values && bestByCell(values);
  const valueOf = (move: Move) => values?.find((one) => one.move === moveName(rules, move));
  const destinationOf = (cell: number) => pickedMoves.find(({ inserted }) => inserted === cell);
  const inLine = new Set(finishedLines(rules, position).flatMap((line) => line.cells));

  const focusCell = (cell: number) => {
    setFocused(cell);
    root.current!.querySelector<HTMLElement>(`[data-cell="${cell}"]`)?.focus();
  };
  const pick = (cell: number | null) => {
    setPicked(cell);
    setHovered(null);
    setRefused(null);
  };
  // A move that is shown from outside is seen only when no cube is picked; one that is picked later hides it.
  const shownName = shownMove && moveName(rules, shownMove);
  useEffect(() => {
    if (shownName) pick(null);
  }, [shownName]);
  /** Without a keyboard the focus leaves the board, whose arrow keys are then free for the game. */
  const insert = (move: Move, byKeyboard: boolean) => {
    if (byKeyboard) focusCell(move.inserted);
    else {
      setFocused(move.inserted);
      (document.activeElement as HTMLElement | null)?.blur();
    }
    onMove?.(move);
  };
  const press = (cell: number, byKeyboard: boolean) => {
    setFocused(cell);
    if (onEdit) return onEdit(cell, null);
    const destination = destinationOf(cell);
    if (destination) return insert(destination, byKeyboard);
    const pickable = cell !== picked && movesOf(cell).length > 0;
    pick(pickable ? cell : null);
    if (!pickable && cell !== picked)
      setRefused({
        cell,
        why: (!over && !onMove && whyNot) || whyNotTaken(rules, position, cell, onMove !== undefined),
      });
    // The buttons to go on with do not exist before the next frame.
    if (pickable && byKeyboard)
      requestAnimationFrame(() => root.current?.querySelector<HTMLElement>('.board-slot')?.focus());
  };
  const drop = () => {
    if (picked !== null) focusCell(picked);
    pick(null);
    release();
  };

  const { drag, handlers, isClick, release } = useDrag({
    rules,
    canDrag: (cell) => movesOf(cell).length > 0,
    onDrag: (cell, pointer) => {
      pick(cell);
      setHovered(moveAt(rules, movesOf(cell), pointer));
    },
    onDrop: (cell, pointer, cube) => {
      const move = pointer && moveAt(rules, movesOf(cell), pointer);
      pick(null);
      if (!move) return;
      letGo.current = cube;
      insert(move, false);
    },
  });

  // Before anybody can press the next cube.
  useLayoutEffect(() => {
    pick(null);
    release();
  }, [key]);
  useEffect(() => {
    if (!refused) return;
    const timer = setTimeout(() => setRefused(null), readingTime);
    return () => clearTimeout(timer);
  }, [refused]);

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

  const translation = (cell: number): string => {
    if (drag?.cell === cell) return `calc(var(--cell) * ${drag.by.col}) calc(var(--cell) * ${drag.by.row})`;
    const index = sliding ? sliding.indexOf(cell) : -1;
    if (index < 1) return 'none';
    const to = sliding![index - 1]!;
    const right = colOf(rules, to) - colOf(rules, cell);
    const down = rowOf(rules, to) - rowOf(rules, cell);
    return `${leaning * right}% ${leaning * down}%`;
  };
  const classes = ['board'];
  if (onEdit) classes.push('editing');
  if (values) classes.push('valued');

  return (
    <div class={classes.join(' ')} ref={root} data-over={over}>
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
              const classes = ['board-cube'];
              if (raised === cell) classes.push('raised');
              if (drag?.cell === cell) classes.push('dragged');
              if (inLine.has(cell)) classes.push('in-line');
              if (lastMove?.inserted === cell) classes.push('last');
              return (
                <div
                  key={id}
                  class={classes.join(' ')}
                  data-cube={cell}
                  style={{
                    transform: place(colOf(rules, cell), rowOf(rules, cell)),
                    '--grain': `${(id * 37) % 101}% ${(id * 61) % 97}%`,
                  }}
                >
                  <div
                    class={`board-block${unturned === cell ? ' unturned' : ''}`}
                    style={{ translate: translation(cell) }}
                  >
                    {(cube || unturned === cell) && <Symbol player={cube || position.toMove} />}
                  </div>
                </div>
              );
            })}
        </div>
        {lastMove && <Trail rules={rules} move={lastMove} />}
        <div class="board-cells" role="grid" aria-label={`Board, ${rulesTitle(rules)}`}>
          {Array.from({ length: rules.rows }, (_, row) => (
            <div role="row" key={row}>
              {Array.from({ length: rules.cols }, (_, col) => {
                const cell = row * rules.cols + col;
                const name = cellName(rules, cell);
                const takeable = movesOf(cell).length > 0;
                const value = takeable ? best?.get(name) : undefined;
                const destination = destinationOf(cell);
                const label = [name, position.cubes[cell] || 'blank'];
                if (destination) label.push('the picked cube goes in here');
                else if (value?.outcome) label.push(`taking it ${words(value)} at best`);
                else if (takeable) label.push(value ? 'taking it is unclear' : 'can be taken');
                return (
                  <button
                    key={cell}
                    type="button"
                    role="gridcell"
                    class={`bare board-cell${takeable ? ' takeable' : ''}${destination ? ' destination' : ''}`}
                    data-cell={cell}
                    aria-label={label.join(', ')}
                    aria-disabled={!takeable && !destination && !onEdit}
                    aria-selected={picked === cell}
                    tabIndex={cell === Math.min(focused, rules.rows * rules.cols - 1) ? 0 : -1}
                    onClick={(event) => isClick(event) && press(cell, event.detail === 0)}
                    onKeyDown={(event) => onCellKey(event, cell)}
                    onMouseEnter={() => destination && setHovered(destination)}
                    onMouseLeave={() => destination && setHovered(null)}
                    {...handlers(cell)}
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
            const [right, down] = outwards[side];
            return (
              <button
                key={moveName(rules, move)}
                type="button"
                class={`bare board-slot ${side}${hovered && moveName(rules, hovered) === moveName(rules, move) ? ' aimed' : ''}`}
                data-move={moveName(rules, move)}
                style={{
                  transform: place(colOf(rules, move.inserted) + right, rowOf(rules, move.inserted) + down),
                }}
                aria-label={`${moveName(rules, move)}, push in ${fromSide[side]}${value ? `, ${words(value)}` : ''}`}
                tabIndex={picked === null ? -1 : 0}
                onClick={(event) => insert(move, event.detail === 0)}
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
        <p
          class="board-reason"
          aria-live="polite"
          style={{ transform: place(0, refused ? besideRow(rules, refused.cell) : 0) }}
        >
          {refused?.why}
        </p>
      </div>
    </div>
  );
}

/** The row next to that of the cell, nearer to the middle of the board. */
function besideRow(rules: Rules, cell: number): number {
  const row = rowOf(rules, cell);
  return row < rules.rows / 2 ? row + 1 : row - 1;
}
