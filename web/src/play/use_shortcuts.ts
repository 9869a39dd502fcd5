// SPDX-License-Identifier: MIT
import { useEffect } from 'preact/hooks';
import { askHint, step } from './session';

/** One key each, unless someone is typing or a dialog is open. */
export function useShortcuts(onNew: () => void, off: boolean): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { tagName } = event.target as HTMLElement;
      if (off || event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(tagName))
        return;
      if (event.key === 'u') step(-1);
      else if (event.key === 'r') step(1);
      else if (event.key === 'h') askHint();
      else if (event.key === 'n') onNew();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [off]);
}
