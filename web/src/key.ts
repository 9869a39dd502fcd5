// SPDX-License-Identifier: MIT
//
// The key that lets this page have tables made. `quixo serve` prints an address that ends with it, and never
// sends it: whoever opens that address has read it where the server was started. It stays in this browser, for
// this server, and goes out of the address bar, which people share.
import { signal } from '@preact/signals';

const name = 'key';

function kept(): string {
  try {
    return localStorage.getItem(name) ?? '';
  } catch {
    return '';
  }
}

export const key = signal(kept());

/** Takes the key out of the address, if there is one. */
export function takeKey(): void {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const given = parameters.get(name);
  if (given === null) return;
  parameters.delete(name);
  const rest = String(parameters);
  history.replaceState(history.state, '', location.pathname + location.search + (rest && `#${rest}`));
  key.value = given;
  try {
    localStorage.setItem(name, given);
  } catch {
    // Storage is off or full: it lasts as long as the page.
  }
}

/** Goes with what only those may ask who have the key. */
export const keyHeader = (): Record<string, string> => (key.peek() ? { 'X-Quixo-Key': key.peek() } : {});
