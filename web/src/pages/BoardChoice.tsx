// SPDX-License-Identifier: MIT
import { parseRules, rulesName, rulesTitle, type Rules } from '../game/rules';
import { boards } from '../tables';
import './board-choice.css';

/** A board to look at, kept in the address. */
export function BoardChoice({ rules, onChange }: { rules: Rules; onChange: (name: string) => void }) {
  const names = boards.value?.boards.map((board) => board.rules) ?? [];
  const current = rulesName(rules);
  return (
    <label class="board-choice">
      Board{' '}
      <select value={current} onChange={(event) => onChange(event.currentTarget.value)}>
        {(names.includes(current) ? names : [...names, current]).map((name) => (
          <option key={name} value={name}>
            {rulesTitle(parseRules(name))}
          </option>
        ))}
      </select>
    </label>
  );
}
