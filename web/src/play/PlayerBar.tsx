// SPDX-License-Identifier: MIT
import type { Player } from '../game/position';
import { Symbol } from '../ui/Symbol';
import { PlayerChoice } from './PlayerChoice';
import { computers, players, seat, view } from './session';
import { turnWords } from './view';
import './player-bar.css';

/** Who plays one side, and whether it is that side's turn. */
export function PlayerBar({ player }: { player: Player }) {
  const { position, result } = view.value;
  const isTurn = position.toMove === player && !result;
  return (
    <div class={`player-bar${isTurn ? ' turn' : ''}${result?.winner === player ? ' won' : ''}`}>
      <span class="player-bar-token">
        <Symbol player={player} />
      </span>
      <PlayerChoice
        value={players.value[player]}
        computers={computers.value}
        label={`Who plays ${player}`}
        onChange={(choice) => seat({ ...players.value, [player]: choice })}
      />
      <span class="player-bar-turn">{turnWords(view.value, player)}</span>
    </div>
  );
}
