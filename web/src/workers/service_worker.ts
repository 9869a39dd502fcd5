// SPDX-License-Identifier: MIT
//
// Keeps the site in the browser, so that it works without a network. All its files are fetched together, and none is
// taken that is not the one it was built with (files.ts), so old and new are never mixed. A new version waits until a page tells
// it to take over; the old one goes then.

export {};
declare const self: ServiceWorkerGlobalScope;

/** Every file of the site and its digest, and a name for all of them: the build fills them in (vite.config.ts). */
declare const siteFiles: readonly (readonly [path: string, integrity: string])[];
declare const siteVersion: string;

const scope = self.registration.scope;
/** All sites of a server share their caches. */
const prefix = `quixo ${scope} `;
const current = prefix + siteVersion;

self.addEventListener('install', (event) => {
  const fetchAll = async () => {
    const cache = await caches.open(current);
    await Promise.all(
      siteFiles.map(async ([path, integrity]) => {
        const url = new URL(path, scope).href;
        const response = await fetch(url, { integrity, cache: 'no-cache' });
        if (!response.ok) throw new Error(`${url}: ${response.status}`);
        await cache.put(url, response);
      }),
    );
  };
  event.waitUntil(
    fetchAll().catch(async (error) => {
      await caches.delete(current);
      throw error;
    }),
  );
});

self.addEventListener('activate', (event) => {
  const clean = async () => {
    const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== current);
    await Promise.all(others.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

self.addEventListener('message', ({ data }) => {
  if (data === 'take over') void self.skipWaiting();
});

/** The file of the site that a request means, if it is one. */
function fileOf(url: URL): string {
  const path = url.origin + url.pathname;
  return path.endsWith('/') ? `${path}index.html` : path;
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(scope)) return;
  const answer = async () => {
    const url = new URL(request.url);
    const cache = await caches.open(current);
    const found = await cache.match(fileOf(url));
    if (found) return found;
    // A folder without its slash: what is in it is found relative to it.
    if (request.mode === 'navigate' && (await cache.match(`${url.origin}${url.pathname}/index.html`)))
      return Response.redirect(`${url.origin}${url.pathname}/${url.search}`);
    return fetch(request);
  };
  event.respondWith(answer());
});
