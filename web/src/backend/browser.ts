// SPDX-License-Identifier: MIT
//
// Chooses the engine in this browser to answer.
import engineUrl from '@engine/engine.wasm?url';
import { useBackend } from './backend';
import { EngineBackend } from './engine';
import { takeRemote } from './remote';

takeRemote();
export const browser = new EngineBackend(
  engineUrl,
  () => new Worker(new URL('../workers/engine_worker.ts', import.meta.url), { type: 'module' }),
);
useBackend(browser);
