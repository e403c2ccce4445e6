import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settledName } from '../../../src/core/event/settledEvent.ts';
import { parseDiscovery } from '../../../src/core/wire/discovery.ts';
import { AgentHub } from '../../../src/node/hub/agentHub.ts';
import { hubOptions } from '../../support/hubOptions.ts';
import { RawConnection, relayRequest, wireHead } from '../../support/relayRequest.ts';
import { until } from '../programs/claudeCode/support.ts';

let root: string;
let hub: AgentHub;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'beckon-forged-'));
  hub = new AgentHub(hubOptions(root));
  await hub.start();
});

afterEach(async () => {
  await hub.dispose();
  rmSync(root, { recursive: true, force: true });
});

function post(event: string, id: string, fields: object, waits = false): RawConnection {
  const [name = ''] = readdirSync(join(root, 'windows'));
  const door = parseDiscovery(readFileSync(join(root, 'windows', name), 'utf8'));
  if (!door) throw new Error('no listener');
  const program = event.includes(':') ? 'beckon' : 'claude-code';
  const body = JSON.stringify({ session_id: 's1', hook_event_name: event, ...fields });
  return new RawConnection(door.port, relayRequest(door, wireHead({ program, event, id, waits }), body));
}

const tool = { tool_name: 'Bash', tool_input: { command: 'rm -rf build' }, tool_use_id: 't1' };
const settled = { program: 'claude-code', session: 's1', decision: 'r1' };
const said = { agent_id: 'claude-code:s1' };

describe('an event that another process of the same person makes up', () => {
  it.each<[string, string, object]>([
    ['that it was approved', settledName, { ...settled, outcome: 'approved' }],
    ['that it was answered', settledName, { ...settled, outcome: 'answered' }],
    ['that the tool has run', 'PostToolUse', tool],
    ['that the turn has ended', 'Stop', {}],
    ['that the person wrote something', 'UserPromptSubmit', { prompt: 'yes' }],
    ['that the agent works', 'agent:working', said],
    ['that the agent has completed its run', 'agent:signal', { ...said, signal: 'complete' }],
    ['that the conversation is over', 'SessionEnd', { reason: 'other' }],
  ])('approves, denies and answers nothing: %s', async (_, event, fields) => {
    const asking = post('PermissionRequest', 'r1', tool, true);
    await until(() => hub.isHeld('r1'), true);
    hub.catchUp();
    await post(event, 'forged', fields).end();
    hub.catchUp();
    // What is over is let go without a word; what is still asked waits for the person, who sends it to its own dialog.
    hub.decide('claude-code:s1', { kind: 'escalate' });
    const told = await asking.end();
    expect(told.match(/^HTTP.*$/gmu)).toEqual(['HTTP/1.1 102 Processing', 'HTTP/1.1 204 No Content']);
    expect(told).not.toContain('behavior');
  });
});
