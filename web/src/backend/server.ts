// SPDX-License-Identifier: MIT
//
// The answers of `quixo serve`, which has sent the page. Silence is told apart from refusal, so that the page can
// say so, wait and go on.
import { comebacks, grow, Silent, silent, useBackend, type Question, type Reply } from './backend';
import { within } from './within';

const patience = 30_000;

async function send({ target, signal: unwanted, ...init }: Question): Promise<Reply> {
  const reply = await within(patience, unwanted, async (signal) => {
    const response = await fetch(target, { ...init, signal } as RequestInit);
    return { status: response.status, body: (await response.json().catch(() => null)) as unknown };
  }).catch(() => null);
  // One that is on its way down, or too busy, says 503: either passes.
  if (reply && reply.status !== 503) return reply;
  if (!unwanted?.aborted) waitForServer();
  throw new Silent('The server does not answer.');
}

function waitForServer(): void {
  if (silent.peek()) return;
  silent.value = true;
  const knock = async () => {
    const response = await fetch('/api/v1/health', { signal: AbortSignal.timeout(5000) }).catch(() => null);
    if (!response?.ok) return void setTimeout(knock, 1000);
    silent.value = false;
    grow(comebacks);
  };
  setTimeout(knock, 1000);
}

useBackend({ isServer: true, send });
