// SPDX-License-Identifier: MIT
//
// The engine answers as `quixo serve` does: both are asked the same, on solved boards and where they have to search.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';

import { Engine } from '../../wasm/engine.js';
import { engineFile, program } from './programs.mjs';

/** A server without tables on disk, on a port of its own. */
async function serve() {
  const tables = mkdtempSync(join(tmpdir(), 'quixo-same-'));
  const server = spawn(program, ['serve', '--port', '0', '--read-only', '--tables', tables], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise((resolve, reject) => {
    server.stdout.on('data', (text) => resolve(String(text).match(/http:\S+/)[0]));
    server.on('exit', () => reject(new Error('quixo serve has ended')));
  });
  return {
    async ask(method, target, body) {
      const headers = body ? { 'Content-Type': 'application/json' } : {};
      const answer = await fetch(new URL(target, address), { method, body, headers });
      return { status: answer.status, body: await answer.text() };
    },
    stop() {
      server.removeAllListeners('exit');
      server.kill();
      rmSync(tables, { recursive: true });
    },
  };
}

/** Positions of games at random, by a seed: the engine itself says which moves there are. */
function* positions(engine, rules, count) {
  let seed = 1;
  const start = { '3x3': '3/3/3 x', '3x4': '4/4/4 x', '4x4': '4/4/4/4 x', '5x5': '5/5/5/5/5 x' }[rules];
  for (let text = start; count > 0; --count) {
    yield text;
    const answer = engine.ask(
      'GET',
      address('play', { rules, position: text, player: 'level-1', seed: seed++ }),
    );
    text = answer.status === 200 ? JSON.parse(answer.body).position : start;
  }
}

const address = (route, parameters) => `/api/v1/${route}?${new URLSearchParams(parameters)}`;

test('the same answers', async (t) => {
  const server = await serve();
  const engine = await Engine.create(readFileSync(engineFile));
  let asked = 0;
  const compare = async (method, target, body) => {
    assert.deepEqual(
      engine.ask(method, target, body),
      await server.ask(method, target, body),
      `${method} ${target} ${body ?? ''}`,
    );
    ++asked;
  };
  try {
    for (const rules of ['3x3', '3x4', '4x4']) {
      await t.test(`of ${rules}, from its table`, async () => {
        engine.solve(rules);
        await compare('GET', address('statistics', { rules }));
        const some = [...positions(engine, rules, 25)];
        for (const position of some) {
          await compare('GET', address('position', { rules, position }));
          await compare('GET', address('line', { rules, position }));
        }
        for (const player of ['level-1', 'level-5', 'level-9', 'winner', 'perfect'])
          for (const position of some.slice(0, 5))
            await compare('GET', address('play', { rules, position, player, seed: 3 }));
        for (const kind of ['near', 'longer', 'only', 'trap'])
          for (const seed of [1, 2]) await compare('GET', address('puzzle', { rules, kind, seed }));
        for (const seed of [1, 2, 3]) {
          await compare('GET', address('random', { rules, seed }));
          await compare('GET', address('random', { rules, seed, outcome: 'loss', min_distance: 2 }));
          await compare('GET', address('random', { rules, seed, outcome: 'draw' }));
          await compare('GET', address('random', { rules, seed, winning_moves: 1, cubes: 5 }));
        }
        await compare(
          'POST',
          '/api/v1/batch',
          JSON.stringify({ rules, positions: [...some, 'nonsense', 5] }),
        );
        const moves =
          rules === '3x4' ? 'a3d3 a1a3 d3a3' : 'a3c3 a1a3 c3a3'.replaceAll('c', rules === '3x3' ? 'c' : 'd');
        await compare(
          'POST',
          '/api/v1/review',
          JSON.stringify({ game: `${rules}\n${rules === '4x4' ? 'a4d4 a1a4' : moves}` }),
        );
      });
    }
    await t.test('of 5x5, by search', async () => {
      const rules = '5x5';
      for (const player of ['level-1', 'level-2', 'level-3', 'level-4'])
        for (const position of positions(engine, rules, 6))
          await compare('GET', address('play', { rules, position, player, seed: 5 }));
      // All that can be said of these is near.
      for (const position of ['XXXXX/5/5/5/5 o', 'XXXXX/OOOOO/5/5/5 x', 'OOOO1/XXXX1/5/5/5 x'])
        await compare('GET', address('position', { rules, position }));
      await compare(
        'POST',
        '/api/v1/batch',
        JSON.stringify({ rules, positions: ['XXXX1/5/5/5/5 x', 'XXXX1/OOOO1/5/5/5 o'] }),
      );
    });
    await t.test('to what is wrong', async () => {
      for (const target of [
        '/api/v1/position',
        '/api/v1/position?rules=3x3',
        '/api/v1/position?rules=3x3&position=3/3',
        '/api/v1/position?rules=7x7&position=x',
        '/api/v1/position?rules=3x3&position=3/3/3+x&more=1',
        '/api/v1/position?rules=3x3&rules=3x3',
        '/api/v1/nothing',
        '/api/v1/position?rules=%',
        '/api/v1/play?rules=3x3&position=3/3/3+x&player=nobody',
        '/api/v1/play?rules=3x3&position=XXX/3/3+o&player=perfect',
        '/api/v1/play?rules=5x5&position=5/5/5/5/5+x&player=perfect',
        '/api/v1/random?rules=3x3&outcome=draw',
        '/api/v1/random?rules=3x3&min_distance=9&max_distance=1',
        '/api/v1/puzzle?rules=3x3&kind=none',
        '/api/v1/health',
      ])
        await compare('GET', target);
      await compare('PUT', '/api/v1/position');
      for (const body of [
        '{',
        '[]',
        '{}',
        '{"rules":"3x3"}',
        '{"rules":"3x3","positions":[]}',
        '{"rules":"3x3","positions":[[[[[]]]]]}',
      ])
        await compare('POST', '/api/v1/batch', body);
      for (const game of ['', '3x3 a1a1', '3x3 a1a3 a1a1', '3x3 a1a3'])
        await compare('POST', '/api/v1/review', JSON.stringify({ game }));
    });
    assert.ok(asked > 300, `${asked} requests`);
  } finally {
    server.stop();
  }
});
