// SPDX-License-Identifier: MIT
//
// What to do about a board that is not solved on the server's machine: an explanation for everyone and, for
// those who sit at that machine, an offer to solve it with its progress.
import { useEffect, useState } from 'preact/hooks';
import { api, Refused, type Solving } from '../api';
import { rulesName, rulesTitle, type Rules } from '../game/rules';
import { boards, listed, loadBoards, tableState } from '../tables';
import { bytes, percent } from '../values';
import './missing-table.css';

export function MissingTable({ rules }: { rules: Rules }) {
  const name = rulesName(rules);
  const [progress, setProgress] = useState<Solving | null>(null);
  const [error, setError] = useState('');
  const [watching, setWatching] = useState(0);
  const board = listed(rules);
  const isSolving = tableState(rules) === 'solving' || progress?.status === 'solving';

  useEffect(() => setError(''), [name]);
  useEffect(() => {
    setProgress(null);
    if (!isSolving && watching === 0) return;
    const look = () =>
      api.solving(name).then(
        (now) => {
          setProgress(now);
          if (now.status === 'failed') setError(now.message ?? 'The solver stopped.');
          if (now.status !== 'solving') {
            clearInterval(timer);
            void loadBoards();
          }
        },
        () => undefined,
      );
    const timer = setInterval(look, 1000);
    void look();
    return () => clearInterval(timer);
  }, [name, watching, tableState(rules) === 'solving']);

  const start = () =>
    api.solve(name).then(
      () => {
        setError('');
        setWatching(watching + 1);
      },
      (failure: Error) => setError(failure instanceof Refused ? failure.message : ''),
    );

  return (
    <section class="card missing-table">
      <h2>{rulesTitle(rules)} is not solved here yet</h2>
      <p>
        Its values come from a table that this machine does not have
        {board && board.needs_memory_bytes > 0 && (
          <>
            . Making it takes {bytes(board.needs_memory_bytes)} of memory and {bytes(board.needs_disk_bytes)}{' '}
            on disk
          </>
        )}
        . Two people can play meanwhile; nobody is told how the game stands.
      </p>
      {isSolving ? (
        <div>
          <progress
            class="missing-table-progress"
            max={1}
            value={progress?.share ?? undefined}
            aria-label={`Solving ${name}`}
          />
          <p role="status">
            Solving
            {progress?.layer != null && `: layer ${progress.layer}`}
            {progress?.phase && `, ${progress.phase}`}
            {progress?.share != null && `, ${percent(progress.share)} done`}
          </p>
        </div>
      ) : boards.value?.can_solve ? (
        <p>
          <button type="button" class="primary" onClick={start}>
            Solve it now
          </button>{' '}
          or run <code>{board?.command ?? `quixo solve ${name}`}</code>
        </p>
      ) : (
        <p>
          On the machine where the server runs: <code>{board?.command ?? `quixo solve ${name}`}</code>
        </p>
      )}
      {error && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
    </section>
  );
}
