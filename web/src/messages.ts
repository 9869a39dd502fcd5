// SPDX-License-Identifier: MIT
//
// What the page says below its head, in a sentence each: what is under way, and what does not work while the rest
// goes on.
import { signal } from '@preact/signals';

export interface Message {
  text: string;
  /** How much of it is done, from 0 to 1. */
  share?: number;
  /** What can be done about it. */
  action?: { title: string; act: () => void };
  /** What is under way goes by itself; other things go when they were read. */
  closes?: boolean;
}

/** One at a time for each matter. */
export const messages = signal<Readonly<Record<string, Message>>>({});

/** Nothing takes back what was said. */
export function say(matter: string, message: Message | null): void {
  const { [matter]: _, ...others } = messages.peek();
  messages.value = message ? { ...others, [matter]: message } : others;
}
