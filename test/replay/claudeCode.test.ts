import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Event } from '../../src/core/event/event.ts';
import type { AgentsState } from '../../src/core/roster/agentsState.ts';
import { noAgents } from '../../src/core/roster/agentsState.ts';
import type { UsageFacts } from '../../src/core/usage/usage.ts';
import { addUsage, noUsage, usageFacts } from '../../src/core/usage/usage.ts';
import { parseClaudeCode } from '../../src/programs/claudeCode/pure/hookEvents.ts';
import { parseClaudeSession } from '../../src/programs/claudeCode/pure/sessionFile.ts';
import { parseClaudeTranscript } from '../../src/programs/claudeCode/pure/transcript.ts';
import { parseClaudeUsage } from '../../src/programs/claudeCode/pure/usage.ts';
import { nextId, picture, play } from '../support/claude.ts';

const folder = join(import.meta.dirname, 'claude-code');
const versions = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());

/** One line of a session: the recorded payload, when it came, fields that differ, and the rows after it. */
interface Line {
  readonly at: number;
  readonly payload: string;
  readonly fields?: Record<string, unknown>;
  readonly rows: Record<string, string>;
}

interface Golden {
  /** The rows after one payload came in upon a conversation that works. */
  readonly payloads: Record<string, Record<string, string>>;
  readonly sessions: Record<string, readonly Line[]>;
  /** The row after every record of the transcript, where it changed. */
  readonly transcript: readonly string[];
  /** What the transcript comes to in tokens and dollars. */
  readonly usage: UsageFacts;
}

function rowsOf(state: AgentsState): Record<string, string> {
  const main = /^claude-code:[^/]+/u;
  return Object.fromEntries(
    [...state.agents.values()].map((agent) => [agent.id.replace(main, 'main'), picture(agent)]),
  );
}

describe.each(versions.map(({ name }) => name))('Claude Code %s', (version) => {
  const read = (file: string) => readFileSync(join(folder, version, file), 'utf8');
  const golden: Golden = JSON.parse(readFileSync(join(folder, `${version}.golden.json`), 'utf8'));
  const payloads = readdirSync(join(folder, version)).filter((file) => file.endsWith('.json'));

  function eventOf(file: string, at: number, fields: Record<string, unknown> = {}): Event | undefined {
    const recorded = JSON.parse(read(`${file}.json`));
    return file.startsWith('session-registry')
      ? parseClaudeSession({ ...recorded, sessionId: 's', statusUpdatedAt: at, ...fields })
      : parseClaudeCode({ ...recorded, session_id: 's', ...fields }, { id: nextId(), at });
  }

  it('has a golden row for every recorded payload', () => {
    expect(Object.keys(golden.payloads).sort()).toEqual(
      payloads.map((file) => file.replace('.json', '')).sort(),
    );
  });

  it.each(Object.keys(golden.payloads))('%s', (file) => {
    const recorded = JSON.parse(read(`${file}.json`));
    const working = eventOf('UserPromptSubmit', 1);
    const child = recorded.agent_id && { agent_id: recorded.agent_id, agent_type: recorded.agent_type };
    const started = child && file !== 'SubagentStart' ? eventOf('SubagentStart', 1, child) : undefined;
    const { state } = play([working, started, eventOf(file, 2)]);
    expect(rowsOf(state)).toEqual(golden.payloads[file]);
  });

  it.each(Object.keys(golden.sessions))('session: %s', (name) => {
    let state = noAgents;
    const seen = golden.sessions[name]?.map((line) => {
      state = play([eventOf(line.payload, line.at, line.fields)], state).state;
      return { ...line, rows: rowsOf(state) };
    });
    expect(seen).toEqual(golden.sessions[name]);
  });

  it('the transcript alone gives the states, without any hook', () => {
    let state = noAgents;
    const seen: string[] = [];
    for (const line of read('transcript.jsonl').trim().split('\n')) {
      state = play([parseClaudeTranscript(JSON.parse(line), 's')], state).state;
      const row = picture([...state.agents.values()][0]);
      if (row !== seen.at(-1)) {
        seen.push(row);
      }
    }
    expect(seen).toEqual(golden.transcript);
  });

  it('the transcript tells what the conversation cost, and Claude Code itself says the same at its end', () => {
    const lines = read('transcript.jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const { sessionId, totalCostUSD } = lines.findLast(({ type }) => type === 'cost-state');
    const records = lines.flatMap((line) => parseClaudeUsage(line, sessionId) ?? []);
    const facts = usageFacts(addUsage(noUsage, records));
    expect(facts).toEqual(golden.usage);
    expect(facts.costUsd).toBe(totalCostUSD);
  });
});
