// SPDX-License-Identifier: MIT

/** The folder that the page is served from, found from where its scripts are: / by `quixo serve`, and for the site
 * any folder of any server. */
export const home = new URL(/* @vite-ignore */ '..', import.meta.url).pathname;

/** The name of a page, which has a folder of its own in that one: "puzzles"; nothing for the first one. */
export function pageOf(path: string, folder = home): string {
  const rest = path.startsWith(folder) ? path.slice(folder.length) : path;
  return rest.replace(/(^|\/)(index\.html)?$/, '');
}
