// SPDX-License-Identifier: MIT
import { render } from 'preact';
import { followLinks } from './address';
import { App } from './App';
import './style.css';

followLinks();
render(<App />, document.getElementById('page')!);
