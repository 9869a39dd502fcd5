// SPDX-License-Identifier: MIT
//
// The foot of the site: where answers come from, and the way to have large tables from a server elsewhere.
import { useState } from 'preact/hooks';
import { parseRemote, remoteText, setRemote } from '../backend/remote';
import { InputError } from '../game/rules';
import { Dialog } from './Dialog';
import './elsewhere.css';

export function Elsewhere() {
  const [isOpen, setOpen] = useState(false);
  return (
    <footer class="elsewhere">
      <p>
        {remoteText.value === ''
          ? 'All is worked out in your browser.'
          : `Large tables come from ${nameOf(remoteText.value)}.`}{' '}
        <button type="button" class="bare elsewhere-button" onClick={() => setOpen(true)}>
          Tables from elsewhere …
        </button>
      </p>
      {isOpen && <Setting onClose={() => setOpen(false)} />}
    </footer>
  );
}

function nameOf(text: string): string {
  try {
    return parseRemote(text).host;
  } catch {
    return 'nowhere: the address is wrong';
  }
}

function Setting({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState(remoteText.value);
  const [error, setError] = useState('');
  const use = (event: Event) => {
    event.preventDefault();
    const typed = text.trim();
    try {
      setRemote(typed === '' ? '' : parseRemote(typed).href);
      onClose();
    } catch (problem) {
      if (!(problem instanceof InputError)) throw problem;
      setError(problem.message);
    }
  };
  return (
    <Dialog title="Tables from elsewhere" onClose={onClose}>
      <form onSubmit={use} noValidate>
        <p>
          Boards of more than 16 cells are too large to be solved in a browser, so moves are searched. A
          server that has their tables knows the true values: one that runs{' '}
          <code>quixo serve --cors {location.origin}</code>. It learns which positions you look at on these
          boards.
        </p>
        <label>
          Address of the server
          <input
            type="text"
            inputMode="url"
            autocomplete="off"
            spellcheck={false}
            placeholder="https://example.org"
            value={text}
            onInput={(event) => {
              setText(event.currentTarget.value);
              setError('');
            }}
          />
        </label>
        {error && (
          <p class="error" role="alert">
            {error}
          </p>
        )}
        <footer class="actions">
          {remoteText.value !== '' && (
            <button
              type="button"
              onClick={() => {
                setRemote('');
                onClose();
              }}
            >
              Use none
            </button>
          )}
          <button type="submit" class="primary">
            Use it
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
