// SPDX-License-Identifier: MIT
import { render, type ComponentChildren } from 'preact';
import { followLinks } from './address';
import { App } from './App';
import { followTabs } from './ui/tab_keys';
import './style/tokens.css';
import './style/base.css';
import './style/controls.css';

/** Shows the page, and below it what else there is. */
export function show(below?: ComponentChildren): void {
  followLinks();
  followTabs();
  render(<App>{below}</App>, document.getElementById('page')!);
}
