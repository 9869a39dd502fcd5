// SPDX-License-Identifier: MIT
//
// The engine in a worker of its own, so that the page never waits for it.
import { Engine, EngineError } from '@engine/engine.js';
import type { Job, Said } from './protocol';

let engine: Engine;

async function act(job: Job, onProgress: (share: number) => void) {
  switch (job.kind) {
    case 'start': {
      engine = await Engine.create(job.module);
      const { version, mostCells } = engine;
      return { version, mostCells };
    }
    case 'ask': {
      const { method, target, body, board } = job;
      if (board && !engine.solved().includes(board.rules))
        board.bytes ? engine.load(board.bytes) : engine.solve(board.rules);
      return engine.ask(method, target, body);
    }
    case 'load':
      return engine.load(job.bytes);
    case 'solve':
      engine.solve(job.rules, onProgress);
      return engine.save(job.rules);
  }
}

const say = (said: Said) => postMessage(said);

addEventListener('message', ({ data }: MessageEvent<Job>) => {
  act(data, (share) => say({ share })).then(
    (value) => say({ value }),
    // What is no error of the engine is a crash of it.
    (error: Error) => say({ error: error.message, fatal: !(error instanceof EngineError) || error.fatal }),
  );
});
