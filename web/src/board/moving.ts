// SPDX-License-Identifier: MIT
import { signal } from '@preact/signals';

/** Whether a cube is on its way on the board. What the move has led to is told when it has landed. */
export const boardMoving = signal(false);
