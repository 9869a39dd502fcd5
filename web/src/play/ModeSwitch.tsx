// SPDX-License-Identifier: MIT
import type { Mode } from '../link';
import { mode } from './session';
import './mode-switch.css';

const modes: Record<Mode, [title: string, about: string]> = {
  play: ['Play', 'Values are hidden; ask for a hint when you want one'],
  explore: ['Explore', 'See what every move is worth'],
};

/** The two ways of looking at the same game. */
export function ModeSwitch() {
  return (
    <div class="mode-switch" role="group" aria-label="Way of looking at the game">
      {(Object.keys(modes) as Mode[]).map((key) => (
        <button
          key={key}
          type="button"
          class="mode-switch-way"
          aria-pressed={mode.value === key}
          title={modes[key][1]}
          onClick={() => (mode.value = key)}
        >
          {modes[key][0]}
        </button>
      ))}
    </div>
  );
}
