import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { type UiRequest, uiActions } from './uiActions.ts';

/** The door through which tests in the extension host reach the page that shows their VS Code. */
export interface UiBridge {
  /** Address and secret in one: what the tests are given. */
  readonly url: string;
  close(): void;
}

/**
 * Opens the bridge on loopback. The secret in its path keeps other programs of this machine out.
 * Pictures that tests ask for go to `shotsDir`.
 */
export async function openUiBridge(page: Page, shotsDir: string): Promise<UiBridge> {
  const path = `/${randomBytes(24).toString('hex')}`;
  const actions = uiActions(page, shotsDir);
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST' || request.url !== path) {
      response.writeHead(404).end();
      return;
    }
    try {
      const asked: UiRequest = JSON.parse(await bodyOf(request));
      response.end(JSON.stringify({ value: (await actions(asked)) ?? null }));
    } catch (error) {
      response.end(JSON.stringify({ error: error instanceof Error ? error.message : String(error) }));
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${path}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  request.setEncoding('utf8');
  let body = '';
  for await (const chunk of request) body += chunk;
  return body;
}
