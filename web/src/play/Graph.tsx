// SPDX-License-Identifier: MIT
//
// The value of the game over time, for X: up is good for X, down for O; the further out, the nearer the end. A
// slider lies over it, so that mouse, finger and keyboard can all go through the game.
import type { Value } from '../api';
import type { Game } from '../game/record';
import { heightForX, valueWords } from '../values';
import './graph.css';

interface Props {
  game: Game;
  at: number;
  values: readonly (Value | undefined)[];
  turningPoints: readonly number[];
  onJump: (to: number) => void;
}

const width = 400;
const height = 110;

export function Graph({ game, at, values, turningPoints, onJump }: Props) {
  const last = game.moves.length;
  const xOf = (index: number) => (last === 0 ? width / 2 : 10 + ((width - 20) * index) / last);
  const yOf = (value: number) => height / 2 - value * (height / 2 - 9);
  const points = game.positions.flatMap((position, index) => {
    const value = values[index];
    return value ? [{ index, x: xOf(index), y: yOf(heightForX(position.toMove, value)) }] : [];
  });
  const line = points.map(({ x, y }) => `${x},${y}`).join(' ');
  const area =
    points.length > 1 ? `${points[0]!.x},${height / 2} ${line} ${points.at(-1)!.x},${height / 2}` : '';
  const value = values[at];
  const toMove = game.positions[at]!.toMove;
  return (
    <div class="graph">
      <svg class="graph-picture" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <clipPath id="graph-upper">
          <rect width={width} height={height / 2} />
        </clipPath>
        <clipPath id="graph-lower">
          <rect y={height / 2} width={width} height={height / 2} />
        </clipPath>
        <polygon class="graph-area X" points={area} clip-path="url(#graph-upper)" />
        <polygon class="graph-area O" points={area} clip-path="url(#graph-lower)" />
        <line class="graph-draw" x1="0" x2={width} y1={height / 2} y2={height / 2} />
        <line class="graph-now" x1={xOf(at)} x2={xOf(at)} y1="3" y2={height - 3} />
        <polyline class="graph-course" points={line} />
        {points.map(({ index, x, y }) => (
          <circle
            key={index}
            class={`graph-point ${turningPoints.includes(index - 1) ? 'turning' : index === at ? 'current' : ''}`}
            cx={x}
            cy={y}
            r={turningPoints.includes(index - 1) ? 4.5 : index === at ? 4 : last > 60 ? 1.5 : 2.5}
          />
        ))}
        <text class="graph-label" x="5" y="13">
          X wins
        </text>
        <text class="graph-label" x="5" y={height - 6}>
          O wins
        </text>
      </svg>
      <input
        class="graph-slider"
        type="range"
        min={0}
        max={last}
        value={at}
        disabled={last === 0}
        aria-label="Place in the game"
        aria-valuetext={`after ${at} of ${last} moves${value ? `: ${toMove} ${valueWords(value)}` : ''}`}
        onInput={(event) => onJump(Number(event.currentTarget.value))}
      />
    </div>
  );
}
