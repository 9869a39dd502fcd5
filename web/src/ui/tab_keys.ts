// SPDX-License-Identifier: MIT

/** Arrows, Home and End go through the tabs of a list and choose them, as people with a keyboard expect. */
export function followTabs(): void {
  document.addEventListener('keydown', (event) => {
    const tab = (event.target as Element).closest('[role=tab]');
    const list = tab?.closest('[role=tablist]');
    if (!tab || !list || event.ctrlKey || event.metaKey || event.altKey) return;
    const tabs = [...list.querySelectorAll<HTMLElement>('[role=tab]')];
    const at = tabs.indexOf(tab as HTMLElement);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    const next = tabs.at(to % tabs.length)!;
    event.preventDefault();
    next.focus();
    next.click();
  });
}
