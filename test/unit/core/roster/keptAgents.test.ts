import { describe, expect, it } from 'vitest';
import { isDone } from '../../../../src/core/agent/seen.ts';
import type { Event } from '../../../../src/core/event/event.ts';
import { agentsText, parseAgents } from '../../../../src/core/roster/agentsCodec.ts';
import type { AgentsState } from '../../../../src/core/roster/agentsState.ts';
import { noAgents } from '../../../../src/core/roster/agentsState.ts';
import { keptAgents } from '../../../../src/core/roster/keptAgents.ts';
import { parseClaudeSession } from '../../../../src/programs/claudeCode/pure/sessionFile.ts';
import { agentOf, hook, picture, play } from '../../../support/claude.ts';
import { purePrograms } from '../../../support/purePrograms.ts';
import { takeUp } from '../../../support/rosterState.ts';

const confirms = (program: string) =>
  purePrograms.some(({ id, events }) => id === program && events.confirmsPrompts);
const keptOf = (state: AgentsState) => keptAgents(state, confirms);

const pid = 7;
const bash = { tool_name: 'Bash', tool_input: { command: 'touch made.txt' } };
const by = (event: Event, process = pid): Event => ({ ...event, facts: { ...event.facts, pid: process } });
const file = (at: number, status: string, process = pid): Event | undefined =>
  parseClaudeSession({
    pid: process,
    sessionId: 's1',
    status,
    statusUpdatedAt: at,
    ...(status === 'waiting' ? { waitingFor: 'permission prompt' } : {}),
  });

const request = (at: number, more = {}) => by(hook(at, 'PermissionRequest', { ...bash, ...more }));
const settled = ({ id, child }: Event, at: number): Event => ({
  ...hook(at, 'Stop'),
  id: `${id}-escalated`,
  ...(child ? { child } : {}),
  type: 'decisionSettled',
  decision: id,
  outcome: 'escalated',
});

const seen = (at: number): Event => ({ ...hook(at, 'Stop'), type: 'seen' });

/** What is known after a person left a request to the terminal. */
function escalated(more = {}): AgentsState {
  const asked = request(1000, more);
  return play([by(hook(1, 'SessionStart')), asked, settled(asked, 2000)]).state;
}

/** What a later listener shows that read what was kept, and then hears events. */
function later(state: AgentsState, ...events: readonly (Event | undefined)[]): AgentsState {
  let waiting = parseAgents(agentsText(keptOf(state)));
  let now = noAgents;
  for (const event of events.filter((one) => one !== undefined)) {
    const taken = takeUp(now, waiting, event);
    waiting = taken.waiting;
    now = play([event], taken.state).state;
  }
  return now;
}

describe('what is kept for a later listener', () => {
  it('is nobody who works, is idle, or asks what can still be answered', () => {
    const asks = play([by(hook(1, 'SessionStart')), request(1000)]).state;
    expect(keptOf(asks)).toEqual([]);
    expect(keptOf(play([hook(1, 'SessionStart')]).state)).toEqual([]);
  });

  it('is who died, without what it did', () => {
    const end = by({ ...hook(9, 'Stop'), type: 'processEnded', evidence: 'process' });
    const { state } = play([by(hook(1, 'SessionStart')), by(hook(2, 'PreToolUse', bash)), end]);
    const [died, ...more] = keptOf(state);
    expect(more).toEqual([]);
    expect(died).toMatchObject({ state: { kind: 'exited' }, since: 9, calls: [], seen: [], prompts: [] });
  });

  it('is a prompt that was left to the terminal, and no other of the same agent', () => {
    const both = play([request(3000, { tool_name: 'Write' })], escalated()).state;
    expect(agentOf(both)?.prompts).toHaveLength(2);
    expect(keptOf(both).map(({ prompts }) => prompts.map(({ tool }) => tool))).toEqual([['Bash']]);
  });

  it('is who finished a turn that nobody has looked at, until somebody does', () => {
    const done = play([hook(1, 'UserPromptSubmit'), hook(9, 'Stop')]).state;
    expect(keptOf(done)).toMatchObject([{ state: { kind: 'idle' }, finishedAt: 9, since: 9 }]);
    expect(keptOf(play([seen(10)], done).state)).toEqual([]);
  });

  it('is whose turn failed, with whether somebody has looked', () => {
    const failed = play([hook(1, 'UserPromptSubmit'), hook(9, 'StopFailure', { error: 'rate_limit' })]).state;
    expect(keptOf(play([seen(10)], failed).state)).toMatchObject([{ state: { kind: 'failed' }, seenAt: 10 }]);
  });

  it('is the conversation of a subagent that asks, too', () => {
    expect(keptOf(escalated({ agent_id: 'a1' })).map(({ id }) => id)).toEqual([
      'claude-code:s1',
      'claude-code:s1/a1',
    ]);
  });

  it('is nobody of a show, and no prompt of a program without a session file', () => {
    const rename = (change: Partial<Event>) => {
      const asked = { ...request(1000), ...change } as Event;
      return play([asked, { ...settled(asked, 2000), ...change } as Event]).state;
    };
    expect(keptOf(rename({}))).toHaveLength(1);
    expect(keptOf(rename({ session: 'demo-x-1' }))).toEqual([]);
    expect(keptOf(rename({ program: 'other' }))).toEqual([]);
  });
});

describe('a later listener', () => {
  const left = 'prompting permission: Permission for Bash';

  it.each<[string, (Event | undefined)[], string]>([
    ['shows nothing before a word of the agent', [], 'none'],
    ['shows what still waits as it was', [file(1200, 'waiting')], left],
    ['shows it though its dialog came up after it was left', [file(2500, 'waiting')], left],
    ['does not take the reminder of it for another', [by(hook(8000, 'Notification', notice()))], left],
    ['does not show what was answered in the terminal', [file(5000, 'busy')], 'working Bash'],
    ['does not show what was refused there', [file(5000, 'idle')], 'idle'],
    ['believes what happened meanwhile', [by(hook(5000, 'PostToolUse', bash))], 'working Thinking'],
    ['shows nobody who ended meanwhile', [by(hook(5000, 'SessionEnd'))], 'none'],
    [
      'does not take another dialog for it',
      [file(60_000, 'waiting')],
      'prompting permission: Permission (tentative)',
    ],
    [
      'does not take the dialog of another process for it',
      [file(1200, 'waiting', 8)],
      'prompting permission: Permission (tentative)',
    ],
  ])('%s', (_, events, expected) => {
    expect(picture(agentOf(later(escalated(), ...events)))).toBe(expected);
  });

  it('shows it as left to the terminal, with its command, and nobody is asked', () => {
    const { state, effects } = play([file(1200, 'waiting')], later(escalated(), file(1200, 'waiting')));
    expect(effects).toEqual([]);
    expect(agentOf(state)?.prompts).toMatchObject([
      { tool: 'Bash', input: bash.tool_input, escalatedAt: 2000, at: 1000 },
    ]);
  });

  it('shows what a subagent asks in its own row', () => {
    const state = later(escalated({ agent_id: 'a1' }), file(2500, 'waiting'));
    expect(picture(agentOf(state, 's1', 'a1'))).toBe(left);
  });

  it('shows as done who was, and as working who goes on', () => {
    const done = play([by(hook(1, 'UserPromptSubmit')), by(hook(1000, 'Stop'))]).state;
    const isDoneAfter = (...events: (Event | undefined)[]) => {
      const agent = agentOf(later(done, ...events));
      return agent && [picture(agent), isDone(agent)];
    };
    expect(isDoneAfter()).toBeUndefined();
    expect(isDoneAfter(file(1000, 'idle'))).toEqual(['idle', true]);
    expect(isDoneAfter(file(2000, 'busy'))).toEqual(['working', false]);
    expect(isDoneAfter(by(hook(2000, 'SessionEnd')))).toBeUndefined();
  });

  it('believes a peer more than what was kept', () => {
    const known = play([by(hook(9000, 'Stop'))]).state;
    const { state } = takeUp(known, keptOf(escalated()), file(1200, 'waiting') as Event);
    expect(state).toBe(known);
  });
});

function notice() {
  return { notification_type: 'permission_prompt', message: 'Claude needs your permission to use Bash' };
}
