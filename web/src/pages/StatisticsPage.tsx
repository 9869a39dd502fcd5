// SPDX-License-Identifier: MIT
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { address, go } from '../address';
import { api, type Statistics } from '../api';
import { InputError, parseRules, rulesName, rulesTitle, type Rules } from '../game/rules';
import { pageLink } from '../link';
import { rules as playedRules } from '../play/session';
import { tableState } from '../tables';
import { Glyph } from '../ui/Glyph';
import { MiniBoard } from '../ui/MiniBoard';
import { WrongLink } from '../ui/Notice';
import { SolveOffer } from '../ui/SolveOffer';
import { useAnswer } from '../ui/use_answer';
import { grouped, percent, verdict } from '../values';
import { BoardChoice } from './BoardChoice';
import { ClassFigure, DistanceFigure, OutcomeBar, outcomes, Wide } from './figures';
import './statistics.css';

export function StatisticsPage() {
  const asked = new URLSearchParams(address.value.parameters).get('rules');
  try {
    return <StatisticsOf rules={asked === null ? playedRules.value : parseRules(asked)} />;
  } catch (problem) {
    if (problem instanceof InputError) return <WrongLink message={problem.message} />;
    throw problem;
  }
}

function StatisticsOf({ rules }: { rules: Rules }) {
  const name = rulesName(rules);
  const state = tableState(rules);
  const { value, error } = useAnswer(state === 'ready' ? `statistics ${name}` : null, (signal) =>
    api.statistics(name, signal),
  );
  return (
    <div class="statistics">
      <header class="card statistics-header">
        <h1>Every position of {rulesTitle(rules)}</h1>
        <BoardChoice rules={rules} onChange={(name) => go(pageLink('statistics', { rules: name }))} />
      </header>
      {(state === 'missing' || state === 'solving' || value?.distances.length === 0) && (
        <SolveOffer rules={rules} />
      )}
      {error && <p class="error card">{error}</p>}
      {state === 'ready' && !value && !error && <p class="faint card">Counting …</p>}
      {value && <Contents rules={rules} statistics={value} />}
    </div>
  );
}

function Contents({ rules, statistics }: { rules: Rules; statistics: Statistics }) {
  const { totals, positions, empty_board, distances, longest_win, longest_loss, signature } = statistics;
  return (
    <>
      <section class="card">
        <h2>With best play from the empty board</h2>
        <p class="statistics-headline">
          <Glyph outcome={empty_board.outcome} /> {verdict('X', empty_board)}
        </p>
        <OutcomeBar totals={totals} />
        <dl class="statistics-totals">
          {outcomes.map((outcome) => (
            <div key={outcome} class="statistics-total">
              <dt>
                <Glyph outcome={outcome} /> {{ win: 'Won', draw: 'Drawn', loss: 'Lost' }[outcome]}
              </dt>
              <dd>
                {percent(totals[outcome] / positions, 2)} <small>{grouped(totals[outcome])}</small>
              </dd>
            </div>
          ))}
        </dl>
        <p class="faint">
          {grouped(positions)} positions, each valued for the player to move. Signature of the table:{' '}
          <code>{signature}</code>.
        </p>
      </section>
      <section class="card">
        <h2>From the first cube to the last</h2>
        <ClassFigure statistics={statistics} />
        <details class="statistics-details">
          <summary>All classes as a table</summary>
          <Wide label="All classes">
            <table class="statistics-numbers">
              <thead>
                <tr>
                  <th scope="col">X</th>
                  <th scope="col">O</th>
                  <th scope="col">Win</th>
                  <th scope="col">Draw</th>
                  <th scope="col">Loss</th>
                </tr>
              </thead>
              <tbody>
                {statistics.classes.map(({ own, opponent, win, draw, loss }) => (
                  <tr key={`${own} ${opponent}`}>
                    <td>{own}</td>
                    <td>{opponent}</td>
                    <td>{grouped(win)}</td>
                    <td>{grouped(draw)}</td>
                    <td>{grouped(loss)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Wide>
        </details>
      </section>
      {distances.length > 0 && (
        <section class="card">
          <h2>How long it takes</h2>
          <DistanceFigure statistics={statistics} />
          <details class="statistics-details">
            <summary>All distances as a table</summary>
            <Wide label="All distances">
              <table class="statistics-numbers">
                <thead>
                  <tr>
                    <th scope="col">Moves</th>
                    <th scope="col">Win</th>
                    <th scope="col">Loss</th>
                  </tr>
                </thead>
                <tbody>
                  {distances.map(({ distance_moves, win, loss }) => (
                    <tr key={distance_moves}>
                      <td>{distance_moves}</td>
                      <td>{grouped(win)}</td>
                      <td>{grouped(loss)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Wide>
          </details>
        </section>
      )}
      <section class="card">
        <h2>Examples</h2>
        <div class="statistics-examples">
          {longest_win && (
            <Example rules={rules} text={longest_win.position}>
              A longest win: {longest_win.distance_moves} moves
            </Example>
          )}
          {longest_loss && (
            <Example rules={rules} text={longest_loss.position}>
              A longest loss: {longest_loss.distance_moves} moves
            </Example>
          )}
          {totals.draw > 0 && <DrawnExample rules={rules} />}
        </div>
        <p>
          <a class="button" href={pageLink('puzzles', { rules: rulesName(rules) })}>
            Puzzles on this board
          </a>
        </p>
      </section>
    </>
  );
}

function Example({ rules, text, children }: { rules: Rules; text: string; children: ComponentChildren }) {
  return (
    <figure>
      <MiniBoard rules={rules} text={text} />
      <figcaption>{children}</figcaption>
    </figure>
  );
}

function DrawnExample({ rules }: { rules: Rules }) {
  const [seed, setSeed] = useState(1);
  const name = rulesName(rules);
  const { value } = useAnswer(`random ${name} draw ${seed}`, (signal) =>
    api.random(name, { outcome: 'draw', seed }, signal),
  );
  if (!value) return null;
  return (
    <Example rules={rules} text={value.position}>
      A drawn position{' '}
      <button type="button" class="quiet" onClick={() => setSeed(seed + 1)}>
        Another
      </button>
    </Example>
  );
}
