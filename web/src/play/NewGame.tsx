// SPDX-License-Identifier: MIT
import { useState } from 'preact/hooks';
import { newGame } from '../game/record';
import { InputError, makeRules, parseRules, rulesName, rulesTitle, type Rules } from '../game/rules';
import { boards, tableState } from '../tables';
import { Dialog } from '../ui/Dialog';
import { open, players, rules as currentRules } from './session';
import { PlayerChoice } from './PlayerChoice';
import './new-game.css';

const stateWords = { ready: '', unknown: '', solving: ' · being solved', missing: ' · not solved here' };

export function NewGame({ onClose }: { onClose: () => void }) {
  const [choice, setChoice] = useState(currentRules.value);
  const [chosen, setChosen] = useState(players.value);
  const [own, setOwn] = useState(false);
  const [error, setError] = useState('');
  const names = boards.value?.boards.map((board) => board.rules) ?? ['3x3', '4x4', '5x5'];
  if (!names.includes(rulesName(choice)) && !own) names.push(rulesName(choice));

  const change = (part: Partial<Rules>) => {
    const { rows, cols, line, doubleWins } = { ...choice, ...part };
    const resized = part.line === undefined && line === Math.min(choice.rows, choice.cols);
    try {
      setChoice(makeRules(rows, cols, resized ? Math.min(rows, cols) : line, doubleWins));
      setError('');
    } catch (problem) {
      setChoice({ rows, cols, line, doubleWins });
      setError((problem as InputError).message);
    }
  };
  const number = (label: string, key: 'rows' | 'cols' | 'line') => (
    <label>
      {label}
      <input
        type="number"
        min={2}
        max={12}
        value={choice[key]}
        onInput={(event) => change({ [key]: Number(event.currentTarget.value) })}
      />
    </label>
  );

  const start = (event: Event) => {
    event.preventDefault();
    if (error) return;
    players.value = chosen;
    open(newGame(choice), true);
    onClose();
  };

  return (
    <Dialog title="New game" onClose={onClose}>
      <form onSubmit={start}>
        <label>
          Board
          <select
            value={own ? 'own' : rulesName(choice)}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setOwn(value === 'own');
              if (value !== 'own') setChoice(parseRules(value));
              setError('');
            }}
          >
            {names.map((name) => (
              <option key={name} value={name}>
                {rulesTitle(parseRules(name)) + stateWords[tableState(parseRules(name))]}
              </option>
            ))}
            <option value="own">Another board …</option>
          </select>
        </label>
        {own && (
          <fieldset class="new-game-rules">
            <legend>Another board</legend>
            {number('Rows', 'rows')}
            {number('Columns', 'cols')}
            {number('Line', 'line')}
            <label class="new-game-double">
              <input
                type="checkbox"
                checked={choice.doubleWins}
                onChange={(event) => change({ doubleWins: event.currentTarget.checked })}
              />
              Making lines of both symbols in one move wins
            </label>
          </fieldset>
        )}
        {error ? (
          <p class="error" role="alert">
            {error}
          </p>
        ) : (
          tableState(choice) === 'missing' && (
            <p class="faint">
              This board is not solved here: the computer cannot play it and values are not known.
            </p>
          )
        )}
        <div class="new-game-players">
          <label>
            X begins
            <PlayerChoice value={chosen.X} onChange={(X) => setChosen({ ...chosen, X })} />
          </label>
          <label>
            O answers
            <PlayerChoice value={chosen.O} onChange={(O) => setChosen({ ...chosen, O })} />
          </label>
        </div>
        <footer class="actions">
          <button type="submit" class="primary" disabled={error !== ''}>
            Start
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
