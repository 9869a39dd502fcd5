// SPDX-License-Identifier: MIT
//
// The same page without a server: the engine is in the browser, and the page works without a network.
import { browser } from './backend/browser';
import { show } from './page';
import { effect } from '@preact/signals';
import { keepOffline } from './offline';
import { rules } from './play/session';
import { Elsewhere } from './ui/Elsewhere';

void keepOffline();
show(<Elsewhere />);
effect(() => browser.prepare(rules.value));
