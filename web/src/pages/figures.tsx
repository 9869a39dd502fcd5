// SPDX-License-Identifier: MIT
//
// The figures of the statistics page, made from the answer that the page has asked for anyway. Each outcome keeps
// its colour and its hatching; the numbers stand in a table below.
//
// `quixo study` has charts of the same counts, src/study/charts.cpp, and the two have only the counts in common.
// Those are files for print and for other documents: of a fixed width, with fixed colours and with the numbers
// written into them. These follow the theme and the width of the screen, and tell the numbers of a bar to whoever
// points at it.
import type { ComponentChildren } from 'preact';
import type { Statistics } from '../api';
import { grouped, percent } from '../values';
import './figure.css';

export const outcomes = ['win', 'draw', 'loss'] as const;

/** Scrolls sideways, so that the page does not have to; its edges show where there is more. */
export function Wide({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div class="figure-wide" role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}

function Hatching() {
  return (
    <defs>
      <pattern id="figure-hatched-draw" width="6" height="6" patternUnits="userSpaceOnUse">
        <rect width="6" height="6" class="figure-ground draw" />
        <circle cx="3" cy="3" r="1" class="figure-hatching" />
      </pattern>
      <pattern
        id="figure-hatched-loss"
        width="6"
        height="6"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="6" height="6" class="figure-ground loss" />
        <rect width="1.6" height="6" class="figure-hatching" />
      </pattern>
    </defs>
  );
}

function Legend({ names = outcomes }: { names?: readonly (typeof outcomes)[number][] }) {
  return (
    <ul class="figure-legend">
      {names.map((outcome) => (
        <li key={outcome}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <Hatching />
            <rect width="16" height="16" rx="3" class={`figure-bar ${outcome}`} />
          </svg>
          {{ win: 'Win', draw: 'Draw', loss: 'Loss' }[outcome]}
        </li>
      ))}
    </ul>
  );
}

/** Shares of all positions, true to scale. */
export function OutcomeBar({ totals }: { totals: Statistics['totals'] }) {
  const all = totals.win + totals.draw + totals.loss;
  let x = 0;
  return (
    <svg class="figure-shares" role="img" aria-label="Shares of all positions">
      <Hatching />
      {outcomes.map((outcome) => {
        const left = x;
        x += totals[outcome] / all;
        return (
          <rect
            key={outcome}
            class={`figure-bar ${outcome}`}
            x={`${100 * left}%`}
            width={`${(100 * totals[outcome]) / all}%`}
            height="100%"
          />
        );
      })}
    </svg>
  );
}

/** Shares of the classes whose cube counts differ by at most one, in the order in which a game passes them. */
export function ClassFigure({ statistics }: { statistics: Statistics }) {
  const classes = statistics.classes
    .filter(({ own, opponent }) => Math.abs(own - opponent) <= 1)
    .sort((one, two) => one.own + one.opponent - (two.own + two.opponent) || one.own - two.own);
  const left = 44;
  const top = 10;
  const tall = 240;
  const step = Math.max(16, 700 / classes.length);
  const width = left + step * classes.length + 8;
  return (
    <figure>
      <Wide label="Figure by class">
        <svg
          class="figure-picture"
          viewBox={`0 0 ${width} ${top + tall + 62}`}
          style={{ minWidth: `${width}px` }}
          role="img"
          aria-label="Shares of wins, draws and losses by class"
        >
          <Hatching />
          {[0, 25, 50, 75, 100].map((mark) => (
            <g key={mark} transform={`translate(0 ${top + tall * (1 - mark / 100)})`}>
              <line class="figure-grid" x1={left - 4} x2={width} />
              <text x={left - 8} y="4" text-anchor="end">
                {mark} %
              </text>
            </g>
          ))}
          {classes.map((one, index) => {
            const all = one.win + one.draw + one.loss;
            let y = top + tall;
            return (
              <g key={index}>
                <title>
                  {`x=${one.own}, o=${one.opponent}: ${outcomes.map((outcome) => `${outcome} ${percent(one[outcome] / all, 2)}`).join(', ')}`}
                </title>
                {outcomes.map((outcome) => {
                  const size = (tall * one[outcome]) / all;
                  y -= size;
                  return (
                    <rect
                      key={outcome}
                      class={`figure-bar ${outcome}`}
                      x={left + step * index + 1}
                      y={y}
                      width={step - 2}
                      height={size}
                    />
                  );
                })}
                <text x={left + step * (index + 0.5)} y={top + tall + 16} text-anchor="middle">
                  {one.own}
                </text>
                <text x={left + step * (index + 0.5)} y={top + tall + 32} text-anchor="middle">
                  {one.opponent}
                </text>
              </g>
            );
          })}
          <text x={left - 8} y={top + tall + 16} text-anchor="end" class="figure-name">
            X
          </text>
          <text x={left - 8} y={top + tall + 32} text-anchor="end" class="figure-name">
            O
          </text>
          <text
            x={left + (step * classes.length) / 2}
            y={top + tall + 54}
            text-anchor="middle"
            class="figure-name"
          >
            cubes of X, who is to move, and of O
          </text>
        </svg>
      </Wide>
      <figcaption class="figure-caption">
        Share of won, drawn and lost positions for the player to move, in the classes whose cube counts differ
        by at most one.
        <Legend />
      </figcaption>
    </figure>
  );
}

/** In signs of its own, which are as high as the others of their font. */
const superscript = (number: number) =>
  String(number).replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]!);

/** How many positions are won and lost at each distance, on a logarithmic scale. */
export function DistanceFigure({ statistics }: { statistics: Statistics }) {
  const rows = statistics.distances;
  const left = 44;
  const top = 10;
  const tall = 240;
  const step = Math.max(5, 700 / rows.length);
  const width = left + step * rows.length + 8;
  const most = Math.max(10, ...rows.map(({ win, loss }) => Math.max(win, loss)));
  const powers = Math.ceil(Math.log10(most));
  const heightOf = (number: number) =>
    number === 0 ? 0 : (tall * (Math.log10(number) + 0.3)) / (powers + 0.3);
  const every = Math.ceil(rows.length / 24);
  return (
    <figure>
      <Wide label="Figure by distance">
        <svg
          class="figure-picture"
          viewBox={`0 0 ${width} ${top + tall + 46}`}
          style={{ minWidth: `${width}px` }}
          role="img"
          aria-label="Positions won and lost by distance"
        >
          <Hatching />
          {Array.from({ length: powers + 1 }, (_, power) => (
            <g key={power} transform={`translate(0 ${top + tall - heightOf(10 ** power)})`}>
              <line class="figure-grid" x1={left - 4} x2={width} />
              <text x={left - 8} y="4" text-anchor="end">
                10{superscript(power)}
              </text>
            </g>
          ))}
          {rows.map(({ distance_moves, win, loss }, index) => (
            <g key={distance_moves}>
              <title>{`${distance_moves} moves: ${grouped(win)} won, ${grouped(loss)} lost`}</title>
              {(
                [
                  ['win', win],
                  ['loss', loss],
                ] as const
              ).map(([outcome, number], half) => (
                <rect
                  key={outcome}
                  class={`figure-bar ${outcome}`}
                  x={left + step * (index + half / 2)}
                  y={top + tall - heightOf(number)}
                  width={step / 2}
                  height={heightOf(number)}
                />
              ))}
              {index % every === 0 && (
                <text x={left + step * (index + 0.5)} y={top + tall + 16} text-anchor="middle">
                  {distance_moves}
                </text>
              )}
            </g>
          ))}
          <text
            x={left + (step * rows.length) / 2}
            y={top + tall + 38}
            text-anchor="middle"
            class="figure-name"
          >
            moves to the end
          </text>
        </svg>
      </Wide>
      <figcaption class="figure-caption">
        Number of positions by the length of best play, on a logarithmic scale.
        <Legend names={['win', 'loss']} />
      </figcaption>
    </figure>
  );
}
