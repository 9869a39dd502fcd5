// SPDX-License-Identifier: MIT
import { useEffect, useState } from 'preact/hooks';
import { comebacks, Refused } from '../backend/backend';
import { tableChanges } from '../tables';

export interface Answer<T> {
  value?: T;
  error?: string;
}

interface Kept<T> extends Answer<T> {
  question: string | null;
  changes?: number;
}

/** Asks whenever the question changes, again when whoever answers comes back from silence, and, unless the answer is
 * to stay, when there are other tables. No question, no answer; and an answer is only ever shown with its own
 * question. */
export function useAnswer<T>(
  question: string | null,
  ask: (signal: AbortSignal) => Promise<T>,
  stays = false,
): Answer<T> {
  const [answer, setAnswer] = useState<Kept<T>>({ question: null });
  const comeback = comebacks.value;
  const changes = stays ? 0 : tableChanges.value;
  useEffect(() => {
    const isAnswered = answer.question === question && answer.value !== undefined;
    if (question === null || (isAnswered && answer.changes === changes)) return;
    const wanted = new AbortController();
    const answered = (part: Answer<T>) => wanted.signal.aborted || setAnswer({ question, changes, ...part });
    ask(wanted.signal)
      .then((value) => answered({ value }))
      .catch((error: Error) => error instanceof Refused && answered({ error: error.message }));
    return () => wanted.abort();
  }, [question, comeback, changes]);
  return answer.question === question ? answer : {};
}
