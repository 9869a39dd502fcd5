// SPDX-License-Identifier: MIT
//
// A server of files and nothing else, as any web server is: the site must need no more.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

export class FileServer {
  /** Of the folder, without a slash at its end. */
  url = '';
  /** Answers in place of a file, when it wants to. */
  instead: (path: string, response: ServerResponse) => boolean = () => false;
  private readonly server = createServer((request, response) => {
    const path = new URL(request.url!, 'http://localhost').pathname;
    if (this.instead(path, response)) return;
    const file = join(this.root, normalize(path.replace(this.prefix, '')));
    if (!path.startsWith(this.prefix) || !existsSync(file)) return response.writeHead(404).end();
    if (!statSync(file).isDirectory()) return send(response, file);
    if (!path.endsWith('/')) return response.writeHead(301, { Location: `${path}/` }).end();
    return send(response, join(file, 'index.html'));
  });

  constructor(
    public root: string,
    private readonly prefix = '/some/folder',
  ) {}

  async start(port = 0): Promise<void> {
    this.server.listen(port, '127.0.0.1');
    await once(this.server, 'listening');
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${this.prefix}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

function send(response: ServerResponse, file: string): void {
  if (!existsSync(file)) return void response.writeHead(404).end();
  response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' });
  createReadStream(file).pipe(response);
}
