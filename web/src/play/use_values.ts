// SPDX-License-Identifier: MIT
import { useEffect, useState } from 'preact/hooks';
import { api, type CountedPosition } from '../api';
import { comebacks } from '../backend/backend';
import { positionText } from '../game/position';
import type { Game } from '../game/record';
import { rulesName } from '../game/rules';
import { tableChanges } from '../tables';

const known = new Map<string, CountedPosition>();
/** A search takes its time for each; what has arrived is shown. */
const mostAtOnce = 20;

/** The values of all positions of a game, as far as they have arrived. */
export function useValues(game: Game, wanted: boolean): (CountedPosition | undefined)[] {
  const [, setArrived] = useState(0);
  const rules = rulesName(game.rules);
  const texts = game.positions.map((position) => positionText(game.rules, position));
  const changes = tableChanges.value;
  const key = (text: string | undefined) => `${changes} ${rules} ${text}`;
  const missing = wanted ? texts.filter((text) => !known.has(key(text))).slice(0, mostAtOnce) : [];
  const comeback = comebacks.value;
  useEffect(() => {
    if (missing.length === 0) return;
    api.values(rules, missing).then(
      ({ results }) => {
        results.forEach((value, index) => {
          if (!('error' in value)) known.set(key(missing[index]), value);
        });
        setArrived(known.size);
      },
      () => undefined,
    );
  }, [rules, missing.join(), comeback, changes]);
  return wanted ? texts.map((text) => known.get(key(text))) : [];
}
