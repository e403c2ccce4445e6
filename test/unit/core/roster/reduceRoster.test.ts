import { describe, expect, it } from 'vitest';
import { agentId } from '../../../../src/core/agent/agent.ts';
import type { AgentEvent } from '../../../../src/core/event/agentEvent.ts';
import { eventOf } from '../../../../src/core/event/agentEvent.ts';
import type { Event } from '../../../../src/core/event/event.ts';
import { ofKnownAgent, reduceRoster } from '../../../../src/core/roster/reduceRoster.ts';
import { Roster } from '../../../../src/core/roster/roster.ts';
import type { KnownRoster } from '../../../../src/core/roster/rosterStep.ts';
import { expireAgents, putRun } from '../../../../src/core/roster/rosterSteps.ts';
import { hook, nextId, play } from '../../../support/claude.ts';
import { rosterOf } from '../../../support/rosterState.ts';
import { runOver } from '../../../support/supervision.ts';

const conversations = 200;
const rootOf = (at: number) => agentId('claude-code', `s${at}`);

function told(roster: Roster, event: Event): void {
  roster.apply(reduceRoster(roster, event));
}

/** Many conversations, each with a process, a subagent, a request and a run of its own. */
function crowd(): Roster {
  const roster = new Roster();
  for (let at = 0; at < conversations; at += 1) {
    const own = { session_id: `s${at}`, pid: 1000 + at };
    roster.apply(putRun(roster, runOver({}, { id: `r${at}`, agent: rootOf(at) })));
    told(roster, hook(1, 'UserPromptSubmit', own));
    told(roster, hook(2, 'SubagentStart', { ...own, agent_id: 'a1' }));
    told(roster, hook(3, 'PermissionRequest', { ...own, tool_name: 'Bash' }));
  }
  return roster;
}

/** What is known, with a list of the names under which it was asked for anything. */
function watched(known: Roster): { readonly known: KnownRoster; readonly asked: Set<string> } {
  const asked = new Set<string>();
  const maps = new Set<unknown>([known.agents, known.tombstones, known.runs]);
  const watch = <Of extends object>(of: Of): Of =>
    new Proxy(of, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (maps.has(value)) {
          return watch(value as object);
        }
        return typeof value !== 'function'
          ? value
          : (...args: readonly unknown[]) => {
              asked.add(args.length === 0 ? `all of ${String(name)}` : JSON.stringify(args));
              return Reflect.apply(value, target, args);
            };
      },
    });
  return { known: watch(known), asked };
}

const file = (at: number, session: string, pid: number): Event => ({
  id: nextId(),
  at,
  program: 'claude-code',
  session,
  evidence: 'sessionFile',
  facts: { pid },
  type: 'busyRead',
});

describe('a step costs what it touches', () => {
  it.each<[string, Event, readonly number[]]>([
    ['a tool of one', hook(10, 'PreToolUse', { session_id: 's7', pid: 1007, tool_name: 'Bash' }), [7]],
    ['a turn that ends', hook(10, 'Stop', { session_id: 's7', pid: 1007 }), [7]],
    ['an end', hook(10, 'SessionEnd', { session_id: 's7', pid: 1007 }), [7]],
    ['a stranger', hook(10, 'UserPromptSubmit', { session_id: 'new' }), []],
    ['a process that is in another conversation now', file(10, 's7', 1009), [7, 9]],
    ['what nobody knows anything of', hook(10, 'SessionEnd', { session_id: 'new' }), []],
  ])('%s leaves every other family, agent and run the object it was', (_, event, touched) => {
    const roster = crowd();
    const before = [...Array(conversations).keys()].map((at) => roster.family(rootOf(at)));
    const agents = new Map(roster.agents);
    const runs = new Map(roster.runs);
    told(roster, event);
    const mine = new Set(touched.map(rootOf));
    const changed = before.filter((family) => roster.family(family.root) !== family);
    expect(changed.map(({ root }) => root)).toEqual([...mine]);
    for (const agent of agents.values()) {
      expect(mine.has(agent.parent ?? agent.id) || roster.agents.get(agent.id) === agent).toBe(true);
    }
    for (const run of runs.values()) {
      expect(mine.has(run.agent) || roster.runs.get(run.id) === run).toBe(true);
    }
  });

  it.each<[string, Event, number]>([
    ['a tool of one', hook(10, 'PreToolUse', { session_id: 's7', pid: 1007, tool_name: 'Bash' }), 20],
    ['a turn that ends', hook(10, 'Stop', { session_id: 's7', pid: 1007 }), 20],
    ['a process that moved', file(10, 's7', 1009), 20],
    ['a signal', { ...file(10, 's7', 1007), evidence: 'hook', type: 'signalled', signal: 'complete' }, 20],
  ])('%s asks for nothing as a whole, and for few by their names', (_, event, most) => {
    const { known, asked } = watched(crowd());
    const step = reduceRoster(known, event);
    expect(step.agents.length).toBeGreaterThan(0);
    expect([...asked].filter((one) => one.startsWith('all of'))).toEqual([]);
    expect(asked.size).toBeLessThan(most);
  });

  it('what is known can be spread by whoever shows a part of it', () => {
    const known: KnownRoster = crowd();
    const shown = { ...known, agents: new Map() };
    expect([shown.agents.size, shown.runs, shown.tombstones]).toEqual([0, known.runs, known.tombstones]);
    expect({ ...known }.agents).toBe(known.agents);
  });

  it('forgetting looks at those that ended', () => {
    const roster = crowd();
    told(roster, hook(10, 'SessionEnd', { session_id: 's7', pid: 1007 }));
    const before = roster.family(rootOf(8));
    roster.apply(expireAgents(roster, 10 + 11 * 60 * 1000));
    expect([roster.tombstones.size, roster.ended.length]).toEqual([0, 0]);
    expect(roster.family(rootOf(7)).tombstones.size).toBe(0);
    expect(roster.family(rootOf(8))).toBe(before);
  });
});

const idleOf = (agent_id: string, type: 'agent:idle' | 'agent:working' = 'agent:idle') =>
  eventOf({ type, agent_id } satisfies AgentEvent, { id: `${type}${agent_id}`, at: 5 }) as Event;

describe('an event of an id without a program', () => {
  const { state } = play([hook(1, 'UserPromptSubmit')]);

  it('is of the one conversation of that session', () => {
    expect(ofKnownAgent(rosterOf(state), idleOf('s1'))).toMatchObject({
      program: 'claude-code',
      session: 's1',
    });
  });

  it('is also of one that has ended: nothing brings it back under another name', () => {
    const ended = play([hook(1, 'UserPromptSubmit'), hook(2, 'SessionEnd')]).state;
    expect(ofKnownAgent(rosterOf(ended), idleOf('s1')).program).toBe('claude-code');
  });

  it('is of nobody else where none is known, or several are', () => {
    expect(ofKnownAgent(rosterOf(state), idleOf('s2')).program).toBe('other');
    const two = play([hook(1, 'UserPromptSubmit'), idleOf('codex:s1')]).state;
    expect(ofKnownAgent(rosterOf(two), idleOf('s1')).program).toBe('other');
  });

  it('leaves an event of a program as it is', () => {
    const event = idleOf('codex:s1');
    expect(ofKnownAgent(rosterOf(state), event)).toBe(event);
  });
});
