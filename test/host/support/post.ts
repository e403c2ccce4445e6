import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { payloadOf } from './relayAgent.ts';

/**
 * Tells the listener of this window what an agent does, and resolves when it was heard. A relay goes on after it has
 * ended, so of two that are started one after the other the second may be heard first. It may be told late.
 */
export async function post(session: string, event: string, fields: object, minutesAgo = 0): Promise<void> {
  const windows = join(homedir(), '.beckon', 'windows');
  const [name = ''] = readdirSync(windows);
  const [port, token] = readFileSync(join(windows, name), 'utf8').split(' ');
  const headers = {
    authorization: `Bearer ${token}`,
    'beckon-protocol': '1',
    'beckon-program': 'claude-code',
    'beckon-event': event,
    'beckon-event-id': randomUUID(),
    'beckon-at': String(Date.now() - minutesAgo * 60_000),
  };
  const status = await new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: '/v1/events', method: 'POST', headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end(payloadOf(session, event, fields));
  });
  assert.equal(status, 204);
}
