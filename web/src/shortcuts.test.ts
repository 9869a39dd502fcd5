// SPDX-License-Identifier: MIT
import { describe, expect, test } from 'vitest';
import { shortcutOf } from './shortcuts';

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const pressed = (key: string, held: Partial<typeof plain> = {}, hasOwnArrows = false) =>
  shortcutOf({ key, ...plain, ...held }, hasOwnArrows);

describe('shortcuts', () => {
  test('letters mean the same with shift and caps lock', () => {
    for (const [key, action] of [
      ['u', 'undo'],
      ['r', 'redo'],
      ['h', 'hint'],
      ['n', 'new'],
    ] as const) {
      expect(pressed(key)).toBe(action);
      expect(pressed(key.toUpperCase())).toBe(action);
      expect(pressed(key.toUpperCase(), { shiftKey: true })).toBe(action);
    }
  });

  test('Ctrl-Z and Cmd-Z undo, with shift they redo, and so does Y', () => {
    for (const held of [{ ctrlKey: true }, { metaKey: true }]) {
      expect(pressed('z', held)).toBe('undo');
      expect(pressed('Z', { ...held, shiftKey: true })).toBe('redo');
      expect(pressed('y', held)).toBe('redo');
    }
  });

  test("the browser's own keys are left to it", () => {
    for (const key of ['n', 'r', 'h', 'u', 'ArrowLeft']) expect(pressed(key, { ctrlKey: true })).toBeNull();
    expect(pressed('ArrowLeft', { altKey: true })).toBeNull();
    expect(pressed('y', { metaKey: true, shiftKey: true })).toBeNull();
    expect(pressed('z')).toBeNull();
  });

  test('arrows step through the game where they have nothing else to do', () => {
    expect(pressed('ArrowLeft')).toBe('back');
    expect(pressed('ArrowRight')).toBe('forward');
    expect(pressed('ArrowLeft', {}, true)).toBeNull();
    expect(pressed('ArrowUp')).toBeNull();
  });

  test('? asks for help, however it is written', () => {
    expect(pressed('?', { shiftKey: true })).toBe('help');
    expect(pressed('?')).toBe('help');
    expect(pressed('?', { altKey: true, shiftKey: true })).toBe('help');
  });
});
