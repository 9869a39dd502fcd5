// SPDX-License-Identifier: MIT
//
// What a table of this board would add, what making it takes on the server's machine, and, for those who sit
// there, a way to make it: chosen, confirmed, watched, stopped and taken up again. Nobody needs one to play.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { api, type Needs, type Solving } from '../api';
import { comebacks, isServed, Refused } from '../backend/backend';
import { rulesName, rulesTitle, type Rules } from '../game/rules';
import { boards, listed, loadBoards, tableState } from '../tables';
import {
  commandOf,
  needsWords,
  offered,
  progressWords,
  stoppedWords,
  tables,
  whyNotWords,
  type Metric,
} from './solve_offer';
import './solve-offer.css';

interface Props {
  rules: Rules;
  /** One line that unfolds, for where the board can be used without a table. */
  compact?: boolean;
}

export function SolveOffer({ rules, compact = false }: Props) {
  const [isOpen, setOpen] = useState(false);
  const state = tableState(rules);
  const metrics = offered(listed(rules) ?? { status: state === 'ready' ? 'ready' : 'missing', metric: null });
  if (state === 'unknown' || metrics.length === 0) return null;
  const title = rulesTitle(rules);
  const lead =
    state === 'solving'
      ? `A table of ${title} is being made.`
      : metrics.length === 1
        ? `The table of ${title} here knows no distances.`
        : `There is no table of ${title} here.`;
  const body = <Offer key={rulesName(rules)} rules={rules} metrics={metrics} />;
  if (!compact)
    return (
      <section class="card solve-offer">
        <h2>{lead}</h2>
        {body}
      </section>
    );
  return (
    <details class="solve-offer-compact" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span class="faint">{lead}</span> What would {metrics.length === 1 ? 'they' : 'it'} add?
      </summary>
      {isOpen && body}
    </details>
  );
}

function Offer({ rules, metrics }: { rules: Rules; metrics: readonly Metric[] }) {
  const name = rulesName(rules);
  const [progress, setProgress] = useState<Solving | null>(null);
  const [chosen, setChosen] = useState<Metric | null>(null);
  const [error, setError] = useState('');
  const [watching, setWatching] = useState(0);
  const comeback = comebacks.value;

  // Asked once, because a stopped solve and what an unlisted board takes are said nowhere else, and then every second while it runs.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let current = true;
    let wasSolving = false;
    const look = async () => {
      const now = await api.solving(name).catch(() => null);
      if (!current || !now) return;
      setProgress(now);
      const isSolving = now.status === 'solving';
      if (isSolving) timer = setTimeout(look, 1000);
      if (isSolving !== wasSolving) void loadBoards();
      wasSolving = isSolving;
    };
    void look();
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [name, watching, comeback]);

  const act = (asked: Promise<unknown>) =>
    asked
      .then(() => setError(''))
      .catch((failure: Error) => setError(failure instanceof Refused ? failure.message : ''))
      .then(() => {
        setChosen(null);
        setWatching(watching + 1);
      });
  const start = (metric: Metric) => act(api.solve(name, metric));
  const failure = error || (progress?.status === 'failed' && (progress.message ?? 'The solver stopped.'));
  const canSolve = boards.value?.can_solve ?? false;
  const needs = listed(rules)?.needs ?? progress?.needs;

  return (
    <div class="solve-offer-body">
      {progress?.status === 'solving' ? (
        <Progress name={name} progress={progress}>
          {canSolve && (
            <button type="button" onClick={() => act(api.stopSolving(name))}>
              Stop
            </button>
          )}
        </Progress>
      ) : chosen ? (
        <Confirmation
          rules={rules}
          metric={chosen}
          needs={needs?.[chosen]}
          onStart={() => start(chosen)}
          onCancel={() => setChosen(null)}
        />
      ) : (
        <>
          <p>{metrics.length === 1 ? 'Who wins is known.' : 'You can play without one.'} A table adds:</p>
          <ul class="solve-offer-choices">
            {metrics.map((metric) => (
              <Choice
                key={metric}
                rules={rules}
                metric={metric}
                needs={needs?.[metric]}
                canSolve={canSolve}
                stopped={progress?.status === 'stopped' && progress.metric === metric ? progress : null}
                onChoose={() => setChosen(metric)}
                onGoOn={() => start(metric)}
              />
            ))}
          </ul>
          {!canSolve && <p class="faint">{whyNotWords(boards.value, isServed())}</p>}
        </>
      )}
      {failure && (
        <p class="error" role="alert">
          {failure}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps {
  rules: Rules;
  metric: Metric;
  /** Nothing until the server has said. */
  needs: Needs | undefined;
  canSolve: boolean;
  /** How far it is, when it was begun and stopped. */
  stopped: Solving | null;
  onChoose: () => void;
  onGoOn: () => void;
}

/** One of the tables: what it adds, what it takes, and what to do about it. */
function Choice({ rules, metric, needs, canSolve, stopped, onChoose, onGoOn }: ChoiceProps) {
  const { title, adds } = tables[metric];
  const fits = needs?.fits ?? true;
  return (
    <li class="solve-offer-choice">
      <h3>{title}</h3>
      <p>{adds}</p>
      {needs && <p class="faint">Takes {needsWords(needs)}.</p>}
      {!fits && <p class="error">Does not fit here: {needs?.why}</p>}
      {stopped && <p>{stoppedWords(stopped)}</p>}
      {!canSolve ? (
        <p>
          {isServed() ? 'On the server’s machine' : 'In a terminal'}:{' '}
          <code>{commandOf(rulesName(rules), metric)}</code>
        </p>
      ) : stopped ? (
        <button type="button" class="primary" disabled={!fits} onClick={onGoOn}>
          Go on
        </button>
      ) : (
        <button
          type="button"
          disabled={!fits}
          aria-label={`Make it: ${title.toLowerCase()}`}
          onClick={onChoose}
        >
          Make it …
        </button>
      )}
    </li>
  );
}

/** The second step: nothing starts before someone has read what it takes. */
function Confirmation(props: {
  rules: Rules;
  metric: Metric;
  needs: Needs | undefined;
  onStart: () => void;
  onCancel: () => void;
}) {
  const { rules, metric, needs, onStart, onCancel } = props;
  return (
    <div class="solve-offer-body" role="group" aria-label="Make the table?">
      <p>
        <strong>
          Make the {rulesTitle(rules)} table of {tables[metric].title.toLowerCase()}?
        </strong>
      </p>
      <p>
        {needs ? `It takes ${needsWords(needs)}.` : 'A large board takes long, and much memory.'} The machine
        is busy meanwhile. You can play on, and stop it at any time: what is done is kept.
      </p>
      <footer class="actions">
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
        <button type="button" class="primary" onClick={onStart}>
          Start
        </button>
      </footer>
    </div>
  );
}

function Progress(props: { name: string; progress: Solving; children: ComponentChildren }) {
  const { name, progress, children } = props;
  return (
    <div>
      <progress
        class="solve-offer-progress"
        max={1}
        value={progress.share ?? undefined}
        aria-label={`Solving ${name}`}
      />
      <div class="solve-offer-row">
        <p role="status">
          {progress.metric && `${tables[progress.metric].title}: `}
          {progressWords(progress)}
        </p>
        {children}
      </div>
    </div>
  );
}
