// SPDX-License-Identifier: MIT
//
// The site without a network, and how a new version takes the place of the old one. A page always has the files of
// one version. When a newer one has arrived the page offers to reload; who does not gets it with the next visit. The
// game is in the address, so a reload loses nothing.
import { home } from './home';
import { say } from './messages';

export async function keepOffline(): Promise<void> {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  // When a new version takes over, also because another page wants it, what is still to come would be of that.
  let isKept = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (isKept) location.reload();
    isKept = true;
  });
  try {
    const registration = await serviceWorker.register(`${home}sw.js`, { scope: home });
    if (registration.waiting && isKept) return takeOver(registration.waiting);
    registration.addEventListener('updatefound', () => {
      const arriving = registration.installing;
      arriving?.addEventListener('statechange', () => {
        if (arriving.state === 'installed' && serviceWorker.controller) offer(arriving);
      });
    });
  } catch {
    // A browser that keeps nothing: the site needs the network, as any page does.
  }
}

const takeOver = (worker: ServiceWorker): void => worker.postMessage('take over');

function offer(worker: ServiceWorker): void {
  say('version', {
    text: 'There is a new version of this page.',
    action: { title: 'Reload', act: () => takeOver(worker) },
    closes: true,
  });
}
