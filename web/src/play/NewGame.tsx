// SPDX-License-Identifier: MIT
import { batch } from '@preact/signals';
import { useState } from 'preact/hooks';
import { newGame } from '../game/record';
import { InputError, makeRules, parseRules, rulesName, rulesTitle, type Rules } from '../game/rules';
import { boards, computersOn } from '../tables';
import { Dialog } from '../ui/Dialog';
import { PlayerChoice } from './PlayerChoice';
import { against, human, isComputer, opponentOf, seated, styleWords } from './players';
import { open, players, rules as currentRules, seat } from './session';
import './new-game.css';

const official = '5x5';

export function NewGame({ onClose }: { onClose: () => void }) {
  const [choice, setChoice] = useState(currentRules.value);
  const [opponent, setOpponent] = useState(opponentOf(players.value));
  const [first, setFirst] = useState<'human' | 'opponent'>(
    isComputer(players.value, 'X') ? 'opponent' : 'human',
  );
  const [own, setOwn] = useState(false);
  const [error, setError] = useState('');
  const names = boards.value?.boards.map((board) => board.rules) ?? ['3x3', '4x4', '5x5'];
  if (!names.includes(rulesName(choice)) && !own) names.push(rulesName(choice));
  // While the numbers of another board are typed, they may make none.
  const computers = error ? [] : computersOn(choice);
  const chosen = seated(against(opponent, first), computers);
  const playing = opponentOf(chosen);

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
        max={15}
        value={choice[key]}
        onInput={(event) => change({ [key]: Number(event.currentTarget.value) })}
      />
    </label>
  );

  const start = (event: Event) => {
    event.preventDefault();
    if (error) return;
    batch(() => {
      seat(chosen);
      open(newGame(choice), true);
    });
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
                {rulesTitle(parseRules(name)) + (name === official ? ' · the official board' : '')}
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
        {error && (
          <p class="error" role="alert">
            {error}
          </p>
        )}
        <label>
          Opponent
          <PlayerChoice value={playing} computers={computers} onChange={setOpponent} />
        </label>
        <p class="faint new-game-style">{styleWords(playing)}</p>
        {playing !== human && (
          <fieldset class="new-game-first">
            <legend>X begins</legend>
            {(['human', 'opponent'] as const).map((side) => (
              <label key={side}>
                <input type="radio" name="first" checked={first === side} onChange={() => setFirst(side)} />
                {side === 'human' ? 'You are X and begin' : 'You are O and answer'}
              </label>
            ))}
          </fieldset>
        )}
        <footer class="actions">
          <button type="submit" class="primary" disabled={error !== ''}>
            Start
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
