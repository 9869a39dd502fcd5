// SPDX-License-Identifier: MIT
import { useLayoutEffect } from 'preact/hooks';
import { pressedShortcut, type Shortcut } from '../shortcuts';
import { askHint, at, game, jump, step } from './session';

/** One key for each of the things that are done often, unless it is off. */
export function useShortcuts(onNew: () => void, off: boolean): void {
  // At once: whoever sees the page may press a key.
  useLayoutEffect(() => {
    const actions: Partial<Record<Shortcut, () => void>> = {
      undo: () => step(-1),
      redo: () => step(1),
      back: () => at.value > 0 && jump(at.value - 1),
      forward: () => at.value < game.value.moves.length && jump(at.value + 1),
      hint: askHint,
      new: onNew,
    };
    const onKey = (event: KeyboardEvent) => {
      const action = off ? undefined : actions[pressedShortcut(event) ?? 'help'];
      if (!action) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [off]);
}
