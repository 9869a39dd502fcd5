// SPDX-License-Identifier: MIT
import { useState } from 'preact/hooks';
import { gameText, parseGame } from '../game/record';
import { InputError, rulesName } from '../game/rules';
import { copyText } from '../ui/copy';
import { Dialog } from '../ui/Dialog';
import { game, open } from './session';

/** The game as text, to be kept, and any other game's text, to be opened. */
export function GameText({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState(gameText(game.value));
  const [message, setMessage] = useState({ text: '', bad: false });
  const load = (event: Event) => {
    event.preventDefault();
    try {
      open(parseGame(text), false);
      onClose();
    } catch (problem) {
      if (!(problem instanceof InputError)) throw problem;
      setMessage({ text: problem.message, bad: true });
    }
  };
  const copy = async () =>
    setMessage(
      (await copyText(text)) ? { text: 'Copied.', bad: false } : { text: 'Copy it by hand.', bad: true },
    );
  return (
    <Dialog title="Game as text" onClose={onClose}>
      <form onSubmit={load}>
        <label>
          The board, a start position if it is not empty, the moves
          <textarea
            rows={12}
            spellcheck={false}
            value={text}
            onInput={(event) => {
              setText(event.currentTarget.value);
              setMessage({ text: '', bad: false });
            }}
          />
        </label>
        <p class={message.bad ? 'error' : 'faint'} role="status">
          {message.text || 'Keep this text, or paste another game and open it.'}
        </p>
        <footer class="actions">
          <button type="button" onClick={copy}>
            Copy
          </button>
          <a
            class="button"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download={`quixo-${rulesName(game.value.rules)}.txt`}
          >
            Save
          </a>
          <button type="submit" class="primary">
            Open
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
