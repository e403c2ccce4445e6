import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AgentsState } from '../../src/core/roster/agentsState.ts';
import { noAgents } from '../../src/core/roster/agentsState.ts';
import { parseCodex } from '../../src/programs/codex/pure/hookEvents.ts';
import { parseRollout } from '../../src/programs/codex/pure/rollout.ts';
import { nextId, picture, play } from '../support/claude.ts';

const folder = join(import.meta.dirname, 'codex');
const read = (...path: readonly string[]) => readFileSync(join(folder, ...path), 'utf8');
const linesOf = (...path: readonly string[]) =>
  read(...path)
    .trim()
    .split('\n');
const goldenOf = (name: string) => JSON.parse(read(`${name}.golden.json`));

type Rows = Readonly<Record<string, string>>;

function rowsOf(state: AgentsState): Rows {
  const main = /^codex:[^/]+/u;
  const rows = [...state.agents.values()].map((agent) => [agent.id.replace(main, 'main'), picture(agent)]);
  return Object.fromEntries(rows);
}

describe('the payloads of Codex 0.166.0, each upon a conversation that works', () => {
  const golden: Readonly<Record<string, Rows>> = goldenOf('0.166.0');

  it('have a golden row each', () => {
    const files = readdirSync(join(folder, '0.166.0')).map((file) => file.replace('.json', ''));
    expect(Object.keys(golden).sort()).toEqual(files.sort());
  });

  it.each(Object.keys(golden))('%s', (name) => {
    const payload = { ...JSON.parse(read('0.166.0', `${name}.json`)), session_id: 's' };
    const eventOf = (at: number, fields: object) =>
      parseCodex({ ...payload, ...fields }, { id: nextId(), at });
    const working = eventOf(1, { hook_event_name: 'UserPromptSubmit', agent_id: undefined });
    const isChild = payload.agent_id !== undefined && name !== 'SubagentStart';
    const started = isChild ? eventOf(1, { hook_event_name: 'SubagentStart' }) : undefined;
    expect(rowsOf(play([working, started, eventOf(2, {})]).state)).toEqual(golden[name]);
  });
});

describe('a conversation of Codex 0.169.0', () => {
  const golden: { readonly hooks: readonly unknown[]; readonly rollout: readonly string[] } =
    goldenOf('0.169.0');

  it('has the right rows after each of its hooks', () => {
    let state = noAgents;
    const seen = linesOf('0.169.0', 'session.jsonl').map((line) => {
      const { at, payload } = JSON.parse(line);
      state = play([parseCodex(payload, { id: nextId(), at })], state).state;
      return [payload.hook_event_name, rowsOf(state)];
    });
    expect(seen).toEqual(golden.hooks);
  });

  it('has the right rows by what it wrote down alone', () => {
    let state = noAgents;
    const seen: string[] = [];
    for (const line of linesOf('0.169.0', 'rollout.jsonl')) {
      state = play([parseRollout(line, 's')], state).state;
      const row = picture([...state.agents.values()][0]);
      if (row !== seen.at(-1)) {
        seen.push(row);
      }
    }
    expect(seen).toEqual(golden.rollout);
  });
});
