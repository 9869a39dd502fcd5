// SPDX-License-Identifier: MIT
import { useEffect, useState } from 'preact/hooks';
import { comebacks, Refused } from '../api';

export interface Answer<T> {
  value?: T;
  error?: string;
}

/** Asks the server whenever the question changes, and again when it comes back from silence. No question, no
 * answer; and an answer is only ever shown with its own question. */
export function useAnswer<T>(question: string | null, ask: () => Promise<T>): Answer<T> {
  const [answer, setAnswer] = useState<Answer<T> & { question: string | null }>({ question: null });
  const comeback = comebacks.value;
  useEffect(() => {
    if (question === null || (answer.question === question && answer.value !== undefined)) return;
    let current = true;
    ask()
      .then((value) => current && setAnswer({ question, value }))
      .catch(
        (error: Error) =>
          current && error instanceof Refused && setAnswer({ question, error: error.message }),
      );
    return () => void (current = false);
  }, [question, comeback]);
  return answer.question === question ? answer : {};
}
