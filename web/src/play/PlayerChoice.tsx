// SPDX-License-Identifier: MIT
import { human, titleOf } from './players';

interface Props {
  value: string;
  /** Those who play on the board. */
  computers: readonly { name: string; title: string }[];
  label?: string;
  onChange: (player: string) => void;
}

export function PlayerChoice({ value, computers, label, onChange }: Props) {
  const names = [human, ...computers.map(({ name }) => name)];
  return (
    <select value={value} aria-label={label} onChange={(event) => onChange(event.currentTarget.value)}>
      {(names.includes(value) ? names : [...names, value]).map((name) => (
        <option key={name} value={name}>
          {titleOf(name, computers)}
        </option>
      ))}
    </select>
  );
}
