// SPDX-License-Identifier: MIT
import { effect, signal, type Signal } from '@preact/signals';

/** A signal that outlives the page. A browser that keeps nothing only forgets. */
export function stored<T>(name: string, initial: T, isValid: (value: unknown) => value is T): Signal<T> {
  const kept = signal(initial);
  try {
    const value: unknown = JSON.parse(localStorage.getItem(name) ?? 'null');
    if (isValid(value)) kept.value = value;
  } catch {
    // Nothing was kept, or nothing that can be read.
  }
  effect(() => {
    const text = JSON.stringify(kept.value);
    try {
      localStorage.setItem(name, text);
    } catch {
      // Storage is off or full.
    }
  });
  return kept;
}
