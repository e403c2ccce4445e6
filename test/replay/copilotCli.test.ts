import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AgentsState } from '../../src/core/roster/agentsState.ts';
import { noAgents } from '../../src/core/roster/agentsState.ts';
import type { UsageFacts } from '../../src/core/usage/usage.ts';
import { parseCopilot } from '../../src/programs/copilotCli/pure/hookEvents.ts';
import { isKnownAsk } from '../../src/programs/copilotCli/pure/knownAsk.ts';
import { CopilotTranscript } from '../../src/programs/copilotCli/pure/transcript.ts';
import { parseCopilotUsage } from '../../src/programs/copilotCli/pure/usage.ts';
import { nextId, picture, play } from '../support/claude.ts';

const folder = join(import.meta.dirname, 'copilot-cli');
const versions = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());

interface Golden {
  /** The rows after one payload came in upon a conversation that works. */
  readonly payloads: Record<string, Record<string, string>>;
  /** The rows after each event of a session, where they changed: by hooks alone, and with the transcript. */
  readonly hooks: readonly string[];
  readonly both: readonly string[];
  readonly usage: UsageFacts;
}

function rowsOf(state: AgentsState): Record<string, string> {
  return Object.fromEntries(
    [...state.agents.values()].map((agent) => [agent.id.replace(/^copilot-cli:/u, ''), picture(agent)]),
  );
}

/** The rows in one line, with ids as short as they can be told apart. */
function lineOf(state: AgentsState): string {
  return Object.entries(rowsOf(state))
    .map(([id, row]) => `${id.replaceAll(/0*([\da-f]+)-0000-4000-8000-[\da-f]{12}/gu, '$1')} ${row}`)
    .join(' | ');
}

describe.each(versions.map(({ name }) => name))('Copilot CLI %s', (version) => {
  const read = (file: string) => readFileSync(join(folder, version, file), 'utf8');
  const lines = (file: string) => read(file).trim().split('\n');
  const golden: Golden = JSON.parse(readFileSync(join(folder, `${version}.golden.json`), 'utf8'));
  const payloads = readdirSync(join(folder, version)).filter((file) => file.endsWith('.json'));
  const call = (event: string, at: number) => ({ id: nextId(), at, event, env: {} });
  const [root] = lines('hooks.jsonl').map((line) => JSON.parse(line).payload.sessionId);

  /** What happened in the recorded session, in the order of time. */
  function session(withTranscript: boolean): readonly string[] {
    const transcript = new CopilotTranscript(root);
    const hooks = lines('hooks.jsonl').map((line) => JSON.parse(line));
    // A request that waits for no answer says nothing: the listener drops it.
    const heard = hooks
      .filter(({ event }) => event !== 'permissionRequest')
      .flatMap(({ event, at, payload }) => parseCopilot(payload, call(event, at)) ?? []);
    const told = withTranscript ? lines('transcript.jsonl').flatMap((line) => transcript.read(line)) : [];
    let state = noAgents;
    const seen: string[] = [];
    for (const event of [...heard, ...told].sort((a, b) => a.at - b.at)) {
      const id = `copilot-cli:${event.session}${event.child ? `/${event.child.id}` : ''}`;
      const agent = [...state.agents.values()].find((one) => one.id === id);
      if (event.type !== 'promptShown' || event.evidence === 'hook' || !isKnownAsk(agent, event.ask)) {
        state = play([event], state).state;
      }
      const row = lineOf(state);
      if (row !== seen.at(-1)) {
        seen.push(row);
      }
    }
    return seen;
  }

  it('has a golden row for every recorded payload', () => {
    expect(Object.keys(golden.payloads).sort()).toEqual(
      payloads.map((file) => file.replace('.json', '')).sort(),
    );
  });

  it.each(Object.keys(golden.payloads))('%s', (file) => {
    const recorded = JSON.parse(read(`${file}.json`));
    const working = JSON.parse(read('userPromptSubmitted.json'));
    const child = JSON.parse(read('subagentStart.json'));
    const [event = ''] = file.split('.');
    const started =
      recorded.agentId && event !== 'subagentStart'
        ? parseCopilot(child, call('subagentStart', 1))
        : undefined;
    const { state } = play([
      parseCopilot(working, call('userPromptSubmitted', 1)),
      started,
      parseCopilot({ ...recorded, timestamp: 2 }, call(event, 2)),
    ]);
    expect(rowsOf(state)).toEqual(golden.payloads[file]);
  });

  it('a session, by its hooks alone', () => {
    expect(session(false)).toEqual(golden.hooks);
  });

  it('a session with its transcript: every Esc and every answer at the terminal is seen', () => {
    expect(session(true)).toEqual(golden.both);
  });

  it('the transcript tells how full the context is, of the conversation and not of its subagents', () => {
    const found = lines('transcript.jsonl').flatMap((line) => parseCopilotUsage(line) ?? []);
    expect(found.at(-1)).toEqual(golden.usage);
  });
});
