// SPDX-License-Identifier: MIT
//
// The course of the game, for X: up is good for X, down for O; the further out, the nearer the end. A game that
// nobody has won stays in the band in the middle and leans to the side with more moves that hold; below, a bar
// for each position shows how many of the moves hold. A slider lies over it, so that mouse, finger and keyboard
// can all go through the game.
import type { CountedPosition } from '../api';
import type { Game } from '../game/record';
import { choiceWords, drawBand, heightForX, holdingShare, leanForX, valueWords } from '../values';
import './graph.css';

interface Props {
  game: Game;
  at: number;
  values: readonly (CountedPosition | undefined)[];
  turningPoints: readonly number[];
  onJump: (to: number) => void;
}

const width = 400;
const height = 110;
const barsHeight = 26;

export function Graph({ game, at, values, turningPoints, onJump }: Props) {
  const last = game.moves.length;
  const xOf = (index: number) => (last === 0 ? width / 2 : 10 + ((width - 20) * index) / last);
  const yOf = (value: number) => height / 2 - value * (height / 2 - 9);
  const points = game.positions.flatMap(({ toMove }, index) => {
    const value = values[index];
    if (!value) return [];
    const share = holdingShare(value);
    const neighbour = values[index - 1] ?? values[index + 1];
    const lean = neighbour && !neighbour.over ? leanForX(toMove, share, holdingShare(neighbour)) : 0;
    return [{ index, toMove, share, x: xOf(index), y: yOf(heightForX(toMove, value, lean)) }];
  });
  const line = points.map(({ x, y }) => `${x},${y}`).join(' ');
  const area =
    points.length > 1 ? `${points[0]!.x},${height / 2} ${line} ${points.at(-1)!.x},${height / 2}` : '';
  const value = values[at];
  const { toMove } = game.positions[at]!;
  const barWidth = Math.max(1, Math.min(14, (0.7 * (width - 20)) / (last + 1)));
  const words = value && !value.over ? `: ${toMove} ${valueWords(value)}, ${choiceWords(value)}` : '';
  return (
    <div class="graph">
      <svg class="graph-picture" viewBox={`0 0 ${width} ${height + barsHeight}`} aria-hidden="true">
        <clipPath id="graph-upper">
          <rect width={width} height={height / 2} />
        </clipPath>
        <clipPath id="graph-lower">
          <rect y={height / 2} width={width} height={height / 2} />
        </clipPath>
        <rect
          class="graph-band"
          y={yOf(drawBand)}
          width={width}
          height={yOf(-drawBand) - yOf(drawBand)}
          rx="3"
        />
        <polygon class="graph-area X" points={area} clip-path="url(#graph-upper)" />
        <polygon class="graph-area O" points={area} clip-path="url(#graph-lower)" />
        <line class="graph-draw" x1="0" x2={width} y1={height / 2} y2={height / 2} />
        <line class="graph-now" x1={xOf(at)} x2={xOf(at)} y1="3" y2={height + barsHeight} />
        {points.map(({ index, toMove, share, x }) => (
          <rect
            key={index}
            class={`graph-bar ${toMove}`}
            x={x - barWidth / 2}
            y={height + barsHeight - share * (barsHeight - 3)}
            width={barWidth}
            height={share * (barsHeight - 3)}
          />
        ))}
        <line class="graph-base" x1="0" x2={width} y1={height + barsHeight} y2={height + barsHeight} />
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
      </svg>
      <span class="graph-label upper" aria-hidden="true">
        X wins
      </span>
      <span class="graph-label lower" aria-hidden="true">
        O wins
      </span>
      <p class="graph-legend" aria-hidden="true">
        Bars: how many of the moves hold
      </p>
      <input
        class="graph-slider"
        type="range"
        min={0}
        max={last}
        value={at}
        disabled={last === 0}
        aria-label="Place in the game"
        aria-valuetext={`after ${at} of ${last} moves${words}`}
        onInput={(event) => onJump(Number(event.currentTarget.value))}
      />
    </div>
  );
}
