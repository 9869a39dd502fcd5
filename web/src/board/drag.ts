// SPDX-License-Identifier: MIT
//
// Dragging a cube, by mouse or finger: it follows the pointer, and where it is let go it goes in, or back.
import { useRef, useState } from 'preact/hooks';
import { colOf, rowOf, sideOf, type Move, type Side } from '../game/position';
import type { Rules } from '../game/rules';

/** A place on the board in cells: whole numbers are the middles of cells. */
export interface Place {
  readonly col: number;
  readonly row: number;
}

/** From the board to the place where a cube comes in. */
export const outwards: Record<Side, readonly [col: number, row: number]> = {
  left: [-1, 0],
  right: [1, 0],
  top: [0, -1],
  bottom: [0, 1],
};

/** How far from where a cube goes in it may be let go, in cells. */
const reach = 0.7;

/** The move that letting go here makes: the place is near its end of the row or column, or beyond it. */
export function moveAt(rules: Rules, moves: readonly Move[], place: Place): Move | null {
  const distance = (move: Move) => {
    const [right, down] = outwards[sideOf(rules, move)];
    const dx = place.col - colOf(rules, move.inserted);
    const dy = place.row - rowOf(rules, move.inserted);
    const beyond = Math.max(0, dx * right + dy * down);
    return Math.hypot(dx - beyond * right, dy - beyond * down);
  };
  const near = moves.filter((move) => distance(move) <= reach);
  return near.sort((one, two) => distance(one) - distance(two))[0] ?? null;
}

interface Hold {
  readonly pointer: number;
  readonly cell: number;
  readonly x: number;
  readonly y: number;
  /** Where in the cell it was gripped, from its middle, and how large the cell is. */
  readonly grip: Place;
  readonly size: number;
}

export interface Drag {
  readonly cell: number;
  /** How far the cube is from its cell. */
  readonly by: Place;
}

/** A press that shakes a little is none the less a press. */
const slack = 6;

interface Handlers {
  rules: Rules;
  canDrag: (cell: number) => boolean;
  /** The pointer is at this place with the cube of this cell. */
  onDrag: (cell: number, pointer: Place) => void;
  /** The cube was let go, or the pointer was taken away, which is no place. */
  onDrop: (cell: number, pointer: Place | null, cube: Place) => void;
}

/** The cube that is being dragged, and the handlers for the cells. A drag ends with a click, which `isClick` tells
 * from one that is meant. */
export function useDrag({ rules, canDrag, onDrag, onDrop }: Handlers) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const held = useRef<Hold | null>(null);
  const wasDragged = useRef(false);

  const placeOf = ({ cell, x, y, grip, size }: Hold, event: PointerEvent) => {
    const by = { col: (event.clientX - x) / size, row: (event.clientY - y) / size };
    const cube = { col: colOf(rules, cell) + by.col, row: rowOf(rules, cell) + by.row };
    return { by, cube, pointer: { col: cube.col + grip.col, row: cube.row + grip.row } };
  };
  const release = () => {
    held.current = null;
    setDrag(null);
  };

  const handlers = (cell: number) => ({
    onPointerDown: (event: PointerEvent) => {
      wasDragged.current = false;
      if (event.button !== 0 || held.current || !canDrag(cell)) return;
      const element = event.currentTarget as HTMLElement;
      const { left, top, width } = element.getBoundingClientRect();
      const { pointerId, clientX, clientY } = event;
      element.setPointerCapture(pointerId);
      held.current = {
        pointer: pointerId,
        cell,
        x: clientX,
        y: clientY,
        grip: { col: (clientX - left) / width - 0.5, row: (clientY - top) / width - 0.5 },
        size: width,
      };
    },
    onPointerMove: (event: PointerEvent) => {
      const hold = held.current;
      if (hold?.pointer !== event.pointerId) return;
      if (!wasDragged.current && Math.hypot(event.clientX - hold.x, event.clientY - hold.y) < slack) return;
      wasDragged.current = true;
      const { by, pointer } = placeOf(hold, event);
      setDrag({ cell, by });
      onDrag(cell, pointer);
    },
    onPointerUp: (event: PointerEvent) => {
      const hold = held.current;
      if (hold?.pointer !== event.pointerId) return;
      release();
      const { pointer, cube } = placeOf(hold, event);
      if (wasDragged.current) onDrop(cell, pointer, cube);
    },
    onPointerCancel: (event: PointerEvent) => {
      const hold = held.current;
      if (hold?.pointer !== event.pointerId) return;
      release();
      if (wasDragged.current) onDrop(cell, null, placeOf(hold, event).cube);
    },
  });

  /** A click by keyboard has no details. */
  const isClick = (event: MouseEvent) => event.detail === 0 || !wasDragged.current;
  return { drag, handlers, isClick, release };
}
