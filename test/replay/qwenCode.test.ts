import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AgentsState } from '../../src/core/roster/agentsState.ts';
import { noAgents } from '../../src/core/roster/agentsState.ts';
import { parseQwenCode } from '../../src/programs/qwenCode/pure/hookEvents.ts';
import { nextId, picture, play } from '../support/claude.ts';

const folder = join(import.meta.dirname, 'qwen-code');
const versions = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());

/** One line of a session: the recorded payload, when it came, and the rows after it. */
interface Line {
  readonly at: number;
  readonly payload: string;
  readonly rows: Record<string, string>;
}

interface Golden {
  /** The rows after one payload came in upon a conversation that works. */
  readonly payloads: Record<string, Record<string, string>>;
  readonly sessions: Record<string, readonly Line[]>;
}

function rowsOf(state: AgentsState): Record<string, string> {
  const main = /^qwen-code:[^/]+/u;
  return Object.fromEntries(
    [...state.agents.values()].map((agent) => [agent.id.replace(main, 'main'), picture(agent)]),
  );
}

describe.each(versions.map(({ name }) => name))('Qwen Code %s', (version) => {
  const read = (file: string) => readFileSync(join(folder, version, file), 'utf8');
  const golden: Golden = JSON.parse(readFileSync(join(folder, `${version}.golden.json`), 'utf8'));
  const eventOf = (file: string, at: number, fields: object = {}) =>
    parseQwenCode({ ...JSON.parse(read(`${file}.json`)), session_id: 's', ...fields }, { id: nextId(), at });

  it('has a golden row for every recorded payload', () => {
    const recorded = readdirSync(join(folder, version)).map((file) => file.replace('.json', ''));
    expect(Object.keys(golden.payloads).sort()).toEqual(recorded.sort());
  });

  it.each(Object.keys(golden.payloads))('%s', (file) => {
    const { agent_id, agent_type } = JSON.parse(read(`${file}.json`));
    const started =
      agent_id && file !== 'SubagentStart'
        ? eventOf('SubagentStart', 1, { agent_id, agent_type })
        : undefined;
    const { state } = play([eventOf('UserPromptSubmit', 1), started, eventOf(file, 2)]);
    expect(rowsOf(state)).toEqual(golden.payloads[file]);
  });

  it.each(Object.keys(golden.sessions))('session: %s', (name) => {
    let state = noAgents;
    const seen = golden.sessions[name]?.map((line) => {
      state = play([eventOf(line.payload, line.at)], state).state;
      return { ...line, rows: rowsOf(state) };
    });
    expect(seen).toEqual(golden.sessions[name]);
  });
});
