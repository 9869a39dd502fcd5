// SPDX-License-Identifier: MIT
import { useEffect, useState } from 'preact/hooks';
import { api, comebacks, type CountedPosition } from '../api';
import { positionText } from '../game/position';
import type { Game } from '../game/record';
import { rulesName } from '../game/rules';

const known = new Map<string, CountedPosition>();
/** A search takes its time for each; what has arrived is shown. */
const mostAtOnce = 20;

/** The values of all positions of a game, as far as they have arrived. */
export function useValues(game: Game, wanted: boolean): (CountedPosition | undefined)[] {
  const [, setArrived] = useState(0);
  const rules = rulesName(game.rules);
  const texts = game.positions.map((position) => positionText(game.rules, position));
  const missing = wanted ? texts.filter((text) => !known.has(`${rules} ${text}`)).slice(0, mostAtOnce) : [];
  const comeback = comebacks.value;
  useEffect(() => {
    if (missing.length === 0) return;
    api.values(rules, missing).then(
      ({ results }) => {
        results.forEach((value, index) => {
          if (!('error' in value)) known.set(`${rules} ${missing[index]}`, value);
        });
        setArrived(known.size);
      },
      () => undefined,
    );
  }, [rules, missing.join(), comeback]);
  return wanted ? texts.map((text) => known.get(`${rules} ${text}`)) : [];
}
