// SPDX-License-Identifier: MIT
import { expect, test } from 'vitest';
import { parseRemote } from './remote';

test.each([
  ['https://example.org', 'https://example.org/'],
  ['https://example.org/', 'https://example.org/'],
  ['https://example.org/quixo', 'https://example.org/quixo/'],
  ['https://example.org/quixo//', 'https://example.org/quixo/'],
  ['https://example.org/?q=1#x', 'https://example.org/'],
  ['http://localhost:8080', 'http://localhost:8080/'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/'],
])('%s is the server %s', (text, url) => expect(parseRemote(text, 'https:').href).toBe(url));

test.each([
  ['example.org', 'is not the address of a server, such as https://example.org'],
  ['', 'is not the address of a server'],
  ['javascript:alert(1)', 'must begin with https:// or http://'],
  ['data:application/json,{}', 'must begin with https:// or http://'],
  ['file:///etc/passwd', 'must begin with https:// or http://'],
  ['https://me:secret@example.org', 'must not hold a name or a password'],
  ['http://example.org', 'came by https cannot ask example.org by http'],
  ['http://127.0.0.1.example.org', 'came by https cannot ask'],
])('%s is explained', (text, message) => expect(() => parseRemote(text, 'https:')).toThrow(message));

test('a page that came by http may ask by http', () =>
  expect(parseRemote('http://example.org', 'http:').href).toBe('http://example.org/'));
