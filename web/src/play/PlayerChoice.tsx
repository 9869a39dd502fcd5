// SPDX-License-Identifier: MIT
import { playerNames } from './players';

interface Props {
  value: string;
  label?: string;
  onChange: (player: string) => void;
}

export function PlayerChoice({ value, label, onChange }: Props) {
  return (
    <select value={value} aria-label={label} onChange={(event) => onChange(event.currentTarget.value)}>
      {Object.entries(playerNames).map(([key, name]) => (
        <option key={key} value={key}>
          {name}
        </option>
      ))}
    </select>
  );
}
