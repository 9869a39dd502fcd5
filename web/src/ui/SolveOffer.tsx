// SPDX-License-Identifier: MIT
//
// What a table of this board would add, what making it takes on the server's machine, and, for those who sit
// there, a way to make it: chosen, confirmed, watched, stopped and taken up again. Nobody needs one to play.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { api, comebacks, Refused, type Solving } from '../api';
import { rulesName, rulesTitle, type Rules } from '../game/rules';
import { boards, listed, loadBoards, tableState } from '../tables';
import { commandOf, needsWords, offered, progressWords, tables, type Metric } from './solve_offer';
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
    metrics.length === 1
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
    <details class="solve-offer solve-offer-compact" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span class="faint">{state === 'solving' ? 'A table is being made.' : lead}</span> What would a table
        add?
      </summary>
      {isOpen && body}
    </details>
  );
}

function Offer({ rules, metrics }: { rules: Rules; metrics: readonly Metric[] }) {
  const name = rulesName(rules);
  const board = listed(rules);
  const [progress, setProgress] = useState<Solving | null>(null);
  const [chosen, setChosen] = useState<Metric | null>(null);
  const [error, setError] = useState('');
  const [watching, setWatching] = useState(0);
  const comeback = comebacks.value;

  // Asked once, because a stopped solve is known to nobody else, and then every second while it runs.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let current = true;
    const look = async () => {
      const now = await api.solving(name).catch(() => null);
      if (!current || !now) return;
      setProgress(now);
      if (now.status === 'solving') timer = setTimeout(look, 1000);
      else if (now.status === 'ready') void loadBoards();
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
  const stopped = progress?.status === 'stopped' ? progress.metric : null;

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
          onStart={() => start(chosen)}
          onCancel={() => setChosen(null)}
        />
      ) : (
        <>
          <p>You can play without one. A table knows every position to the end:</p>
          {stopped && canSolve && (
            <p class="solve-offer-row">
              <span>
                {tables[stopped].title}: begun and stopped
                {progress?.share != null && ` at ${Math.round(100 * progress.share)} %`}. What is done is
                kept.
              </span>
              <button type="button" class="primary" onClick={() => start(stopped)}>
                Go on
              </button>
            </p>
          )}
          <ul class="solve-offer-choices">
            {metrics.map((metric) => {
              const needs = board?.needs[metric];
              const why = needs && !needs.fits ? needs.why : null;
              return (
                <li key={metric} class="solve-offer-choice">
                  <h3>{tables[metric].title}</h3>
                  <p>{tables[metric].adds}</p>
                  {needs && <p class="faint">Takes {needsWords(needs)}.</p>}
                  {needs && !needs.fits && <p class="error">Does not fit here: {why}</p>}
                  {canSolve ? (
                    <button
                      type="button"
                      disabled={needs && !needs.fits}
                      aria-label={`Make it: ${tables[metric].title.toLowerCase()}`}
                      onClick={() => setChosen(metric)}
                    >
                      Make it …
                    </button>
                  ) : (
                    <p>
                      On the server’s machine: <code>{commandOf(name, metric)}</code>
                    </p>
                  )}
                </li>
              );
            })}
          </ul>
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

/** The second step: nothing starts before someone has read what it takes. */
function Confirmation(props: { rules: Rules; metric: Metric; onStart: () => void; onCancel: () => void }) {
  const { rules, metric, onStart, onCancel } = props;
  const needs = listed(rules)?.needs[metric];
  return (
    <div class="solve-offer-confirmation" role="group" aria-label="Make the table?">
      <p>
        <strong>
          Make the table of {rulesTitle(rules)}, {tables[metric].title.toLowerCase()}?
        </strong>
      </p>
      <p>
        It takes {needs ? needsWords(needs) : 'long on a large board, and much memory'}. The machine is busy
        meanwhile; you can play on, and stop it at any time: what is done is kept.
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
      <p class="solve-offer-row">
        <span role="status">
          {progress.metric && `${tables[progress.metric].title}: `}
          {progressWords(progress)}
        </span>
        {children}
      </p>
    </div>
  );
}
