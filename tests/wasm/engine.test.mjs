// SPDX-License-Identifier: MIT
//
// engine.js and engine.wasm: what a page can do with them, and what they say when it goes wrong.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { gzipSync } from 'node:zlib';

import { Engine, EngineError } from '../../wasm/engine.js';
import { engineFile } from './programs.mjs';

const bytes = readFileSync(engineFile);
const module = await WebAssembly.compile(bytes);
const ask = (engine, target, body) => {
  const answer = engine.ask(body ? 'POST' : 'GET', `/api/v1/${target}`, body);
  return { status: answer.status, json: JSON.parse(answer.body) };
};
const position = (engine, rules, text) =>
  ask(engine, `position?rules=${rules}&position=${encodeURIComponent(text)}`).json;

/** One line that begins so. */
function assertRefuses(work, message) {
  assert.throws(work, (error) => {
    assert.ok(error instanceof EngineError, String(error));
    assert.ok(error.message.startsWith(message), error.message);
    assert.doesNotMatch(error.message, /\n/);
    assert.equal(error.fatal, false);
    return true;
  });
}

test('it is small', () => {
  const size = gzipSync(bytes, { level: 9 }).length;
  assert.ok(size <= 500_000, `${size} bytes compressed`);
});

test('it starts from bytes, a module and a response', async () => {
  const version = readFileSync(new URL('../../include/quixo/version.h', import.meta.url), 'utf8').match(
    /"(.*)"/,
  )[1];
  for (const source of [bytes, module, new Response(bytes), Promise.resolve(new Response(bytes))])
    assert.equal((await Engine.create(source)).version, version);
});

test('it says why it does not start', async () => {
  const cases = [
    [() => new Uint8Array(8), /not arrived whole/],
    [() => bytes.subarray(0, 100_000), /not arrived whole/],
    [() => new Response('', { status: 404 }), /could not be fetched/],
    [() => Promise.reject(new TypeError('fetch failed')), /could not be fetched/],
  ];
  for (const [source, message] of cases)
    await assert.rejects(
      Engine.create(source()),
      (error) => error instanceof EngineError && error.fatal && message.test(error.message),
    );
});

test('it says that the browser has no WebAssembly, or one that is too old', async () => {
  const { WebAssembly: whole } = globalThis;
  const refused = async (message) =>
    assert.rejects(
      Engine.create(bytes),
      (error) => error instanceof EngineError && message.test(error.message),
    );
  try {
    globalThis.WebAssembly = undefined;
    await refused(/has no WebAssembly/);
    globalThis.WebAssembly = {
      ...whole,
      Module: whole.Module,
      validate: () => false,
      compile: () => Promise.reject(new Error()),
    };
    await refused(/needs the SIMD instructions/);
  } finally {
    globalThis.WebAssembly = whole;
  }
});

test('before a board is solved it searches, and then it knows', async () => {
  const engine = await Engine.create(module);
  assert.deepEqual(engine.solved(), []);
  assert.equal(position(engine, '3x3', '3/3/3 x').proof, 'search');
  assert.equal(ask(engine, 'statistics?rules=3x3').json.error.message, '3x3 is not solved here yet');
  engine.solve('3x3');
  assert.deepEqual(engine.solved(), ['3x3']);
  assert.equal(engine.signature('3x3'), '074ae202f787925e');
  assert.equal(position(engine, '3x3', '3/3/3 x').proof, 'table');
  assert.equal(ask(engine, 'statistics?rules=3x3').json.signature, '074ae202f787925e');
});

test('boards and solve say what is solved, and what can be', async () => {
  const engine = await Engine.create(module);
  const board = (name) => ask(engine, 'boards').json.boards.find(({ rules }) => rules === name);
  assert.equal(board('4x4').status, 'missing');
  assert.equal(board('4x4').needs.distance.fits, true);
  assert.equal(board('2x3'), undefined);
  assert.equal(ask(engine, 'solve?rules=2x3').json.status, 'missing');
  engine.solve('2x3');
  assert.equal(board('2x3').status, 'ready');
  assert.equal(board('2x3').source, 'memory');
  assert.ok(board('2x3').players.includes('perfect'));
  assert.equal(ask(engine, 'solve?rules=2x3').json.status, 'ready');
  const large = board('5x5');
  assert.equal(large.needs.distance.fits, false);
  assert.match(large.needs.distance.why, /^5x5 has 25 cells, and at most 16 are solved here/);
  assert.ok(!large.players.includes('perfect'));
  // As quixo solve says it: sizes beyond 32 bits are right.
  assert.ok(large.needs.distance.memory_bytes > 6e9 && large.needs.distance.table_bytes > 1e10);
  assert.equal(ask(engine, 'solve', '{"rules":"2x3"}').status, 405);
});

test('4x4 is solved in time, with progress, and kept', async () => {
  const engine = await Engine.create(module);
  const shares = [];
  const begin = process.cpuUsage();
  engine.solve('4x4', (share) => shares.push(share));
  const { user, system } = process.cpuUsage(begin);
  assert.ok((user + system) / 1e6 < 10, `${(user + system) / 1e6} s`);
  assert.equal(engine.signature('4x4'), 'bbb6209361cd9911');
  assert.ok(shares.length >= 20, `${shares.length}`);
  assert.ok(shares.every((share, i) => share > 0 && share <= 1 && (i === 0 || share >= shares[i - 1])));
  engine.solve('4x4', () => assert.fail('it is solved'));

  const saved = engine.save('4x4');
  const text = 'X3/4/1O2/3X o';
  assert.ok(saved.length < 6e6);
  const other = await Engine.create(module);
  assert.equal(other.load(saved), '4x4');
  assert.equal(other.signature('4x4'), 'bbb6209361cd9911');
  assert.deepEqual(position(other, '4x4', text), position(engine, '4x4', text));
  assert.equal(position(other, '4x4', text).proof, 'table');
  assert.deepEqual(ask(other, 'statistics?rules=4x4'), ask(engine, 'statistics?rules=4x4'));
  assert.deepEqual(other.save('4x4'), saved);
});

test('what cannot be done is refused in one line, and it goes on', async () => {
  const engine = await Engine.create(module);
  engine.solve('2x3');
  const saved = engine.save('2x3');
  assertRefuses(() => engine.solve('5x5'), '5x5 has 25 cells, and at most 16 are solved in memory');
  assertRefuses(() => engine.solve('5y5'), "'5y5' is not a rules name");
  assertRefuses(() => engine.solve(''), "'' is not a rules name");
  assertRefuses(() => engine.solve('9x9'), 'a 9x9 board is not supported');
  assertRefuses(() => engine.save('3x3'), '3x3 is not solved yet');
  assertRefuses(() => engine.signature('3x3'), '3x3 is not solved yet');
  assertRefuses(() => engine.load(new Uint8Array()), 'these bytes are no saved table');
  assertRefuses(() => engine.load(bytes), 'these bytes are no saved table');
  for (let length = 0; length < saved.length; ++length)
    assertRefuses(() => engine.load(saved.subarray(0, length)), 'these bytes are ');
  for (let at = 0; at < saved.length; ++at) {
    const damaged = saved.slice();
    damaged[at] ^= 1 + (at % 255);
    assertRefuses(() => engine.load(damaged), 'these bytes are ');
  }
  assert.equal(engine.load(saved), '2x3');
  assert.equal(ask(engine, 'position?rules=2x3').json.error.message, 'the parameter position is missing');
  assert.equal(ask(engine, 'nothing').status, 404);
  assert.equal(ask(engine, 'batch', '{').status, 400);
});

/** The same engine, with room for no more than so many pages of 64 kB. */
function withMemory(pages) {
  const number = (at) => {
    let value = 0;
    for (let shift = 0; ; shift += 7, ++at) {
      value |= (bytes[at] & 0x7f) << shift;
      if (bytes[at] < 0x80) return [value, at + 1];
    }
  };
  const leb = (value) => (value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb(value >> 7)]);
  for (let at = 8; ;) {
    const [size, begin] = number(at + 1);
    if (bytes[at] === 5) {
      // one memory, its flags (1 when it has a maximum), its first size
      const [first] = number(begin + 2);
      const section = [1, 1, ...leb(first), ...leb(pages)];
      return Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from([5, section.length, ...section]),
        bytes.subarray(begin + size),
      ]);
    }
    at = begin + size;
  }
}

test('when memory is out it says so, and what needs less goes on', async () => {
  const engine = await Engine.create(withMemory(400));
  engine.solve('3x3');
  assertRefuses(() => engine.solve('4x4'), 'There is not enough memory for this');
  assert.deepEqual(engine.solved(), ['3x3']);
  assert.equal(position(engine, '3x3', '3/3/3 x').distance_moves, 7);
  assertRefuses(() => engine.load(new Uint8Array(40 << 20)), 'There is not enough memory for this');
  assert.equal(position(engine, '3x3', '3/3/3 x').distance_moves, 7);
});
