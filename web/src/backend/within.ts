// SPDX-License-Identifier: MIT

/** Does some work that ends when its time is over or its answer is not wanted any more. */
export async function within<T>(
  milliseconds: number,
  unwanted: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  const end = () => ending.abort();
  const timer = setTimeout(end, milliseconds);
  unwanted?.addEventListener('abort', end);
  if (unwanted?.aborted) end();
  try {
    return await work(ending.signal);
  } finally {
    clearTimeout(timer);
    unwanted?.removeEventListener('abort', end);
  }
}
