// SPDX-License-Identifier: MIT
//
// The address bar as a signal: the page, and the parameters after # or, typed by hand, after ?. It is where the
// page keeps the game, so reloading and sharing need no code of their own.
//
// Back and forward go game by game. What is opened, by a link or as a new game, gets an entry in the history; the
// first step from there gets one more, and all later steps of that game stay in it. So going back in the middle of
// a game leads to the game as it was opened, then to what was there before, and never at once out of the page;
// going forward again leads to the game as it stood.
import { signal } from '@preact/signals';
import { pageOf } from './home';
import { takeKey } from './key';

const here = () => ({
  path: pageOf(location.pathname),
  parameters: location.hash.slice(1) || location.search.slice(1),
});

takeKey();
export const address = signal(here());

/** Grows when someone goes back or forward. */
export const travels = signal(0);

/** push: something else is opened. step: the same game, one step on. replace: the same by a better address. */
export type Way = 'push' | 'step' | 'replace';

/** Marks the entry of the history that the steps of a game share. */
const stepped = 'stepped';

export function go(href: string, way: Way = 'push'): void {
  const hasStepped = history.state === stepped;
  if (way === 'push') history.pushState(null, '', href);
  else if (way === 'replace') history.replaceState(history.state, '', href);
  else if (hasStepped) history.replaceState(stepped, '', href);
  else if (new URL(href, location.href).href !== location.href) history.pushState(stepped, '', href);
  address.value = here();
}

export function followLinks(): void {
  addEventListener('popstate', () => {
    takeKey();
    travels.value += 1;
    address.value = here();
  });
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a');
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !plain || link.origin !== location.origin || link.hasAttribute('download')) return;
    event.preventDefault();
    go(link.href);
    scrollTo(0, 0);
  });
}
