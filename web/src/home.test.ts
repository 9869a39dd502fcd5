// SPDX-License-Identifier: MIT
import { expect, test } from 'vitest';
import { pageOf } from './home';

test.each([
  ['/', '/', ''],
  ['/index.html', '/', ''],
  ['/puzzles', '/', 'puzzles'],
  ['/puzzles/', '/', 'puzzles'],
  ['/some/folder/', '/some/folder/', ''],
  ['/some/folder/index.html', '/some/folder/', ''],
  ['/some/folder/statistics/', '/some/folder/', 'statistics'],
  ['/some/folder/statistics/index.html', '/some/folder/', 'statistics'],
  ['/some/folder/myindex.html', '/some/folder/', 'myindex.html'],
])('%s in %s is the page “%s”', (path, folder, page) => expect(pageOf(path, folder)).toBe(page));
