// SPDX-License-Identifier: MIT
import { render } from 'preact';
import { followLinks } from './address';
import { App } from './App';
import { followTabs } from './ui/tab_keys';
import './style/tokens.css';
import './style/base.css';
import './style/controls.css';

followLinks();
followTabs();
render(<App />, document.getElementById('page')!);
