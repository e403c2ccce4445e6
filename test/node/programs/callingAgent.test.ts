import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { parseDiscovery } from '../../../src/core/wire/discovery.ts';
import { processStart } from '../../../src/node/evidence/processTable.ts';
import { AgentHub } from '../../../src/node/hub/agentHub.ts';
import { Spool } from '../../../src/node/listener/spool.ts';
import type { AgentProgram } from '../../../src/node/programNode.ts';
import { parrotHere } from '../../programs/parrot/here.ts';
import { hubOptions } from '../../support/hubOptions.ts';
import { relayRequest, sendRaw, wireHead } from '../../support/relayRequest.ts';
import { until } from './claudeCode/support.ts';

const { pidVariable: _, ...events } = parrotHere.events;
/** A parrot that does not tell its pid. */
const quietParrot: AgentProgram = {
  ...parrotHere,
  events: {
    ...events,
    isProcess: (words) => words.includes('parrot-agent'),
    isHeadless: (words) => words.at(-1) === '--once',
  },
};
const id = 'parrot:polly';

let home: string;
let hub: AgentHub;
let agent: number;
const groups: number[] = [];
let ended: Promise<unknown>;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'beckon-calling-'));
  hub = new AgentHub(hubOptions(home, { programs: [quietParrot] }));
  begin();
});
afterEach(async () => {
  await hub.dispose();
  for (const group of groups.splice(0)) process.kill(-group, 'SIGKILL');
  rmSync(home, { recursive: true, force: true });
});

function begin(...words: readonly string[]): void {
  const args = ['-c', 'sleep 600; :', 'parrot-agent', ...words];
  const process = spawn('sh', args, { stdio: 'ignore', detached: true });
  agent = process.pid ?? 0;
  groups.push(agent);
  ended = new Promise((resolve) => process.once('exit', resolve));
}

const row = () => hub.keeper.state.agents.get(id);
const head = (event: string) => wireHead({ program: 'parrot', event, ppid: agent, at: Date.now() });
const body = JSON.stringify({ bird: 'polly', perch: '/w' });

async function tell(event: string): Promise<void> {
  const [name = ''] = readdirSync(join(home, 'windows'));
  const door = parseDiscovery(readFileSync(join(home, 'windows', name), 'utf8'));
  await sendRaw(door?.port ?? 0, relayRequest(door ?? { port: 0, token: '' }, head(event), body));
}

describe('an agent whose program does not tell its pid', () => {
  it('is known by the process that called its relay, and has exited when that is killed', async () => {
    await hub.start();
    await tell('listens');
    await until(() => row()?.processes, [agent]);
    const start = await processStart(agent);
    await until(() => hub.evidence.processOf(row() as never), { pid: agent, start: start as string });
    process.kill(agent, 'SIGKILL');
    await ended;
    await until(() => row()?.state.kind, 'exited');
  });

  it('is simply over when it was to answer one prompt, and has', async () => {
    begin('--once');
    await hub.start();
    await tell('listens');
    await tell('rests');
    await until(() => [row()?.state.kind, row()?.processes], ['idle', [agent]]);
    process.kill(agent, 'SIGKILL');
    await ended;
    await until(() => row(), undefined);
  });

  it('is known by it also where nobody listened', async () => {
    new Spool(home).put(head('listens'), body, Date.now());
    await hub.start();
    await until(() => row()?.processes, [agent]);
  });
});
