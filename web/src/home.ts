// SPDX-License-Identifier: MIT

/** The folder that the page is served from, found from where its scripts are: / by `quixo serve`, and for the site
 * any folder of any server. */
export const home = new URL(/* @vite-ignore */ '..', import.meta.url).pathname;
