// SPDX-License-Identifier: MIT
//
// A `quixo serve` elsewhere that the site asks about boards it has large tables of. Its address comes with ?api= and
// then holds for this tab, or from the page's own setting, which is remembered. Nothing that it sends is trusted.
import { signal } from '@preact/signals';
import type { Board, Boards } from '../api';
import { InputError, rulesName, type Rules } from '../game/rules';
import { Refused, type Question, type Reply } from './backend';
import { answers, isDescribed } from './described';
import { within } from './within';

const patience = 30_000;
const mostBytes = 8 << 20;
const longestMessage = 300;

const parameter = 'api';

/** The address of a server as it was typed, made whole. Throws InputError. */
export function parseRemote(text: string, pageProtocol: string = location.protocol): URL {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new InputError(`“${text}” is not the address of a server, such as https://example.org.`);
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new InputError(`“${text}” is not the address of a server: it must begin with https:// or http://.`);
  if (url.username || url.password)
    throw new InputError('The address of a server must not hold a name or a password.');
  const isHere = /^(localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname);
  if (pageProtocol === 'https:' && url.protocol === 'http:' && !isHere)
    throw new InputError(`A page that came by https cannot ask ${url.host} by http.`);
  return new URL(url.pathname.replace(/\/*$/, '/'), url.origin);
}

function keptText(storage: () => Storage): string | null {
  try {
    return storage().getItem(parameter);
  } catch {
    return null;
  }
}

function keepText(storage: () => Storage, text: string): void {
  try {
    storage().setItem(parameter, text);
  } catch {
    // Storage is off or full: it lasts as long as the page.
  }
}

/** The address as it was given, which may be wrong; empty for none. */
export const remoteText = signal('');

export function takeRemote(): void {
  const url = new URL(location.href);
  const given = url.searchParams.get(parameter);
  if (given !== null) {
    keepText(() => sessionStorage, given);
    url.searchParams.delete(parameter);
    history.replaceState(history.state, '', url);
  }
  remoteText.value = given ?? keptText(() => sessionStorage) ?? keptText(() => localStorage) ?? '';
}

/** What is set in the page holds in this tab too, whatever it was opened with. */
export function setRemote(text: string): void {
  keepText(() => sessionStorage, text);
  keepText(() => localStorage, text);
  remoteText.value = text;
}

/** The server cannot be used; the message says why. */
export class Unusable extends Error {}

export class Remote {
  /** What it said of its boards. */
  boards: Boards | null = null;

  constructor(private readonly url: URL) {}

  get name(): string {
    return this.url.host;
  }

  /** Whether it has a table of a board. */
  has(rules: string): boolean {
    return this.find(rules)?.status === 'ready';
  }

  private find(rules: string): Board | undefined {
    return this.boards?.boards.find((board) => board.rules === rules);
  }

  /** Asks which boards it has. Throws Unusable. */
  async look(): Promise<void> {
    const { status, body } = await this.fetch({ method: 'GET', target: '/api/v1/boards' });
    if (status >= 400 || !isDescribed('Boards', body))
      throw new Unusable(`${this.name} is no quixo server of this version`);
    this.boards = body as Boards;
  }

  /** Throws Unusable, and Refused with what the server says. */
  async send(question: Question, route: string, rules: Rules): Promise<Reply> {
    const tag = this.find(rulesName(rules))?.tag;
    // By its tag an answer may be kept for good, by this browser and by all between it and the server.
    const isKept = question.method === 'GET' && ['position', 'line', 'statistics'].includes(route) && tag;
    const target = isKept ? `${question.target}&v=${encodeURIComponent(tag)}` : question.target;
    const { status, body } = await this.fetch({ ...question, target });
    if (status >= 500) throw new Unusable(`${this.name} cannot answer now`);
    if (status >= 400) {
      if (!isDescribed('Error', body)) throw new Unusable(`${this.name} is no quixo server of this version`);
      const { message } = (body as { error: { message: string } }).error;
      throw new Refused(message.slice(0, longestMessage));
    }
    if (!isDescribed(answers[route]!, body, rules))
      throw new Unusable(`${this.name} gave an answer that cannot be right`);
    return { status, body };
  }

  private async fetch({ method, target, body, signal: unwanted }: Question): Promise<Reply> {
    const url = new URL(target.slice(1), this.url);
    try {
      return await within(patience, unwanted, async (signal) => {
        const response = await fetch(url, {
          method,
          signal,
          credentials: 'omit',
          referrerPolicy: 'no-referrer',
          ...(body !== undefined && { body, headers: { 'Content-Type': 'application/json' } }),
        });
        return { status: response.status, body: parsed(await textOf(response)) };
      });
    } catch {
      throw new Unusable(`${this.name} does not answer this page`);
    }
  }
}

/** The body, unless it does not end. */
async function textOf(response: Response): Promise<string> {
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.length;
    if (bytes > mostBytes) throw new Error('too large');
    text += decoder.decode(value, { stream: true });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
