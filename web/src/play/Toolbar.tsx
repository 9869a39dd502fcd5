// SPDX-License-Identifier: MIT
import { useState } from 'preact/hooks';
import { copyText, isOnlyHere } from '../ui/copy';
import { Icon } from '../ui/Icon';
import { askHint, at, game, hint, jump, step, view } from './session';
import './toolbar.css';

/** What can be opened from here. */
export type Dialog = 'new' | 'text' | 'editor' | 'retry';

/** Going through the game, and the ways to another one. */
export function Toolbar({ onDialog }: { onDialog: (dialog: Dialog) => void }) {
  const [copied, setCopied] = useState('');
  const last = game.value.moves.length;
  const { mode, mayHint } = view.value;
  const share = async () => {
    const done = await copyText(location.href);
    const here = isOnlyHere(location.hostname) ? '; it works on this machine only' : '';
    setCopied(done ? `Link copied${here}.` : `Copy the address${here}.`);
    setTimeout(() => setCopied(''), 4000);
  };
  return (
    <div class="toolbar">
      <div class="toolbar-group" role="group" aria-label="Go through the game">
        <button
          type="button"
          aria-label="To the start"
          title="To the start"
          disabled={at.value === 0}
          onClick={() => jump(0)}
        >
          <Icon name="first" />
        </button>
        <button
          type="button"
          aria-label="Undo"
          title="Undo (U)"
          aria-keyshortcuts="U"
          disabled={at.value === 0}
          onClick={() => step(-1)}
        >
          <Icon name="back" />
        </button>
        <button
          type="button"
          aria-label="Redo"
          title="Redo (R)"
          aria-keyshortcuts="R"
          disabled={at.value === last}
          onClick={() => step(1)}
        >
          <Icon name="forward" />
        </button>
        <button
          type="button"
          aria-label="To the end"
          title="To the end"
          disabled={at.value === last}
          onClick={() => jump(last)}
        >
          <Icon name="last" />
        </button>
      </div>
      <div class="toolbar-group">
        {mode === 'play' && (
          <button
            type="button"
            title="Hint (H)"
            aria-keyshortcuts="H"
            aria-pressed={hint.value}
            disabled={!mayHint}
            onClick={askHint}
          >
            <Icon name="eye" /> Hint
          </button>
        )}
        <button type="button" title="New game (N)" aria-keyshortcuts="N" onClick={() => onDialog('new')}>
          <Icon name="plus" /> New game
        </button>
        <button
          type="button"
          aria-label="Set up"
          title="Set up a position"
          onClick={() => onDialog('editor')}
        >
          <Icon name="edit" /> <span class="toolbar-word">Set up</span>
        </button>
        <button type="button" aria-label="Text" title="The game as text" onClick={() => onDialog('text')}>
          <Icon name="text" /> <span class="toolbar-word">Text</span>
        </button>
        <button type="button" aria-label="Link" title="Copy a link to this game" onClick={share}>
          <Icon name="link" /> <span class="toolbar-word">Link</span>
        </button>
      </div>
      <p class="toolbar-note" role="status">
        {copied}
      </p>
    </div>
  );
}
