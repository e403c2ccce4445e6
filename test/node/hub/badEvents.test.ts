import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseDiscovery } from '../../../src/core/wire/discovery.ts';
import { AgentHub } from '../../../src/node/hub/agentHub.ts';
import { Spool } from '../../../src/node/listener/spool.ts';
import { hubOptions } from '../../support/hubOptions.ts';
import { RawConnection, relayRequest, wireHead } from '../../support/relayRequest.ts';
import { until } from '../programs/claudeCode/support.ts';

let root: string;
let hub: AgentHub;
let logged: string[];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'beckon-bad-'));
  logged = [];
  hub = new AgentHub(hubOptions(root, { log: (phrase) => logged.push(phrase) }));
});

afterEach(async () => {
  await hub.dispose();
  rmSync(root, { recursive: true, force: true });
});

const about = (session: string) =>
  `{"session_id":"${session}","hook_event_name":"UserPromptSubmit","prompt":`;
const good = (session: string) => `${about(session)}"Hello"}`;
/** Nested deeper than any stack goes, whole and cut off. */
const bad = [60_000, 5000].flatMap((levels) => {
  const deep = about('bad') + '['.repeat(levels);
  return [`${deep}${']'.repeat(levels)}}`, deep];
});
const rows = () => [...hub.keeper.state.agents.keys()].sort();

describe('an event that is nested too deep', () => {
  it('is refused alone, and the listener goes on', async () => {
    await hub.start();
    const [name = ''] = readdirSync(join(root, 'windows'));
    const door = parseDiscovery(readFileSync(join(root, 'windows', name), 'utf8'));
    if (!door) throw new Error('no listener');
    const post = (id: string, body: string) =>
      new RawConnection(door.port, relayRequest(door, wireHead({ event: '', id }), body)).end();
    for (const [index, body] of bad.entries()) {
      expect(await post(`bad${index}`, body)).toMatch(/^HTTP\/1\.1 400 /u);
    }
    expect(await post('good', good('s1'))).toMatch(/^HTTP\/1\.1 204 /u);
    await until(rows, ['claude-code:s1']);
  });

  it('is dropped alone from the spool, and logged once', async () => {
    const spool = new Spool(root);
    for (const [index, body] of [good('s1'), ...bad, good('s2')].entries()) {
      spool.put(wireHead({ event: '', id: `e${index}`, at: index + 1 }), body, 1);
    }
    await hub.start();
    await until(rows, ['claude-code:s1', 'claude-code:s2']);
    await until(() => existsSync(join(root, 'spool')) && readdirSync(join(root, 'spool')), []);
    expect(logged).toEqual(['a spooled event could not be read']);
  });
});
