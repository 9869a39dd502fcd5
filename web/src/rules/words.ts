// SPDX-License-Identifier: MIT
import type { Rules } from '../game/rules';

const numbers = [
  ...['two', 'three', 'four', 'five', 'six', 'seven', 'eight'],
  ...['nine', 'ten', 'eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen'],
];

export interface Step {
  readonly title: string;
  readonly text: string;
}

/** The rules of a board in three steps. */
export function rulesSteps({ line, doubleWins }: Rules): [take: Step, push: Step, win: Step] {
  const many = numbers[line - 2]!;
  return [
    {
      title: 'Take',
      text: 'Take a cube from the border that is blank or shows your own symbol. It now shows yours.',
    },
    {
      title: 'Push',
      text: 'Push it in at another end of the same row or column. The cubes between slide along.',
    },
    {
      title: `${many[0]!.toUpperCase()}${many.slice(1)} in a row`,
      text:
        `A row, column or diagonal with ${many} of your symbol side by side wins. If your move makes a line for ` +
        `both players, you ${doubleWins ? 'win' : 'lose'}.`,
    },
  ];
}
