// SPDX-License-Identifier: MIT
import { useState } from 'preact/hooks';
import { Board } from '../board/Board';
import { BoardLayout } from '../board/BoardLayout';
import {
  emptyBoard,
  parsePosition,
  positionText,
  whyUnreachable,
  winner,
  type Cube,
  type Position,
} from '../game/position';
import { newGame } from '../game/record';
import { InputError, rulesTitle } from '../game/rules';
import { open, position, rules } from './session';
import './editor.css';

const next: Record<Cube, Cube> = { '': 'X', X: 'O', O: '' };

/** Sets up a position by pressing cells or by its text. */
export function Editor({ onClose }: { onClose: () => void }) {
  const board = rules.value;
  const [draft, setDraft] = useState(position.value);
  const [text, setText] = useState(positionText(board, draft));
  const [error, setError] = useState('');

  const show = (changed: Position) => {
    setDraft(changed);
    setText(positionText(board, changed));
    setError('');
  };
  const edit = (cell: number, key: string | null) => {
    const pressed = key?.toUpperCase();
    const cube =
      pressed === undefined ? next[draft.cubes[cell]!] : pressed === 'X' || pressed === 'O' ? pressed : '';
    show({ ...draft, cubes: draft.cubes.map((old, index) => (index === cell ? cube : old)) });
  };
  const read = (typed: string) => {
    setText(typed);
    try {
      setDraft(parsePosition(board, typed));
      setError('');
    } catch (problem) {
      if (!(problem instanceof InputError)) throw problem;
      setError(problem.message);
    }
  };
  const owner = winner(board, draft);
  const refusal =
    error || (owner && `${owner} has already won here: a game needs a position without a finished line.`);
  const unreachable = whyUnreachable(draft);
  const start = (event: Event) => {
    event.preventDefault();
    if (refusal) return;
    open(newGame(board, draft), false);
    onClose();
  };

  const side = (
    <form class="card" onSubmit={start}>
      <h2>Set up a position</h2>
      <p class="faint">
        Press a cell of the {rulesTitle(board)} board: blank, X, O. On the keyboard: arrows, then X, O or
        Delete.
      </p>
      <fieldset class="editor-player">
        <legend>To move</legend>
        {(['X', 'O'] as const).map((player) => (
          <label key={player}>
            <input
              type="radio"
              name="to-move"
              checked={draft.toMove === player}
              onChange={() => show({ ...draft, toMove: player })}
            />
            {player}
          </label>
        ))}
      </fieldset>
      <label>
        As text
        <input
          type="text"
          class="editor-text"
          spellcheck={false}
          autocomplete="off"
          value={text}
          aria-invalid={error !== ''}
          onInput={(event) => read(event.currentTarget.value)}
        />
      </label>
      <p class={refusal ? 'error' : 'faint'} role="status">
        {refusal || (unreachable && `This cannot come up in a game, but it has a value. ${unreachable}`)}
      </p>
      <footer class="actions">
        <button type="button" onClick={() => show(emptyBoard(board))}>
          Clear
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" class="primary" disabled={Boolean(refusal)}>
          Use it
        </button>
      </footer>
    </form>
  );
  return (
    <BoardLayout rules={board} side={side}>
      <Board rules={board} position={draft} onEdit={edit} />
    </BoardLayout>
  );
}
