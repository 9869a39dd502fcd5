// SPDX-License-Identifier: MIT
//
// What a key means. Letters mean the same with shift and caps lock; arrows go through the game unless they have
// something else to do where the focus is.

export type Shortcut = 'undo' | 'redo' | 'back' | 'forward' | 'hint' | 'new' | 'help';

interface Key {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

const letters: Record<string, Shortcut> = { u: 'undo', r: 'redo', h: 'hint', n: 'new' };
const arrows: Record<string, Shortcut> = { ArrowLeft: 'back', ArrowRight: 'forward' };

export function shortcutOf(event: Key, hasOwnArrows: boolean): Shortcut | null {
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (event.altKey) return null;
    if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
    return key === 'y' && !event.shiftKey ? 'redo' : null;
  }
  // On some keyboards it takes a third level to write one.
  if (key === '?') return 'help';
  if (event.altKey) return null;
  return letters[key] ?? (hasOwnArrows || event.shiftKey ? null : arrows[event.key]) ?? null;
}

const fields = 'input:not([type=range], [type=checkbox], [type=radio]), textarea, select, [contenteditable]';
const withArrows = 'input, [role=grid], [role=tablist], [role=radiogroup], .board-slots';

/** The shortcut that was pressed, unless someone is typing or a dialog is open. */
export function pressedShortcut(event: KeyboardEvent): Shortcut | null {
  const target = event.target as Element;
  if (event.defaultPrevented || target.closest(fields) || document.querySelector('dialog[open]')) return null;
  return shortcutOf(event, target.closest(withArrows) !== null);
}

/** For the help: each action with its keys. */
export const shortcutList: readonly (readonly [keys: readonly string[], action: string])[] = [
  [['←', '→'], 'step through the game'],
  [['U', 'Ctrl Z'], 'undo'],
  [['R', 'Ctrl Y'], 'redo'],
  [['H'], 'a hint'],
  [['N'], 'new game'],
  [['?'], 'this help'],
  [['Tab'], 'to the board; there arrows, Enter and Escape'],
];
