// SPDX-License-Identifier: MIT
//
// The address bar as a signal: the path, and the parameters after # or, typed by hand, after ?. It is where the
// page keeps the game, so going back, reloading and sharing need no code of their own.
import { signal } from '@preact/signals';

const here = () => ({
  path: location.pathname,
  parameters: location.hash.slice(1) || location.search.slice(1),
});

export const address = signal(here());

export function go(href: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') history.pushState(null, '', href);
  else history.replaceState(null, '', href);
  address.value = here();
}

export function followLinks(): void {
  addEventListener('popstate', () => (address.value = here()));
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a');
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !plain || link.origin !== location.origin || link.hasAttribute('download')) return;
    event.preventDefault();
    go(link.href);
    scrollTo(0, 0);
  });
}
