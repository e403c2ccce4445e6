import { describe, expect, it } from 'vitest';
import type { Event } from '../../../../src/core/event/event.ts';
import { noAgents } from '../../../../src/core/roster/agentsState.ts';
import { parseClaudeSession } from '../../../../src/programs/claudeCode/pure/sessionFile.ts';
import { parseClaudeTranscript } from '../../../../src/programs/claudeCode/pure/transcript.ts';
import { after, agentOf, hook, nextId, picture, play } from '../../../support/claude.ts';
import { actedOn, runOver } from '../../../support/supervision.ts';

/** What a session file says at `at`. */
function file(at: number, status: string, more: Record<string, unknown> = {}): Event | undefined {
  return parseClaudeSession({ pid: 7, sessionId: 's1', cwd: '/w', status, statusUpdatedAt: at, ...more });
}

const waiting = (at: number, waitingFor = 'permission prompt') => file(at, 'waiting', { waitingFor });

/** What a transcript says of the moment `at`. */
function line(
  at: number,
  type: 'user' | 'assistant',
  content: unknown,
  more: object = {},
): Event | undefined {
  const timestamp = new Date(at).toISOString();
  return parseClaudeTranscript({ type, uuid: nextId(), timestamp, message: { content }, ...more }, 's1');
}

const said = (at: number, text: string) => line(at, 'assistant', [{ type: 'text', text }]);
const failure = (at: number, error: string, text = '') =>
  line(at, 'assistant', [{ type: 'text', text }], { error, isApiErrorMessage: true });
const interrupt = (at: number) => line(at, 'user', [{ type: 'text', text: '[Request interrupted by user]' }]);
const call = (at: number, name: string) => line(at, 'assistant', [{ type: 'tool_use', name, id: 'c1' }]);
const result = (at: number) => line(at, 'user', [{ type: 'tool_result', tool_use_id: 'c1' }]);

// Nobody is called before a second has passed: with hooks the request follows, and says more.
const permission = 'prompting permission: Permission (tentative)';

describe('a conversation of which no hook tells', () => {
  it.each<[string, (Event | undefined)[], string]>([
    ['starts', [file(1, 'idle')], 'idle'],
    ['works', [file(1, 'idle'), file(2, 'busy')], 'working'],
    ['asks', [file(2, 'busy'), waiting(3)], permission],
    ['asks, met by a window that starts later', [waiting(3)], permission],
    [
      'asks something else next',
      [waiting(3), waiting(4, 'input needed')],
      'prompting question: Question (tentative)',
    ],
    ['has a menu open that its person opened', [file(2, 'idle'), waiting(3, 'dialog open')], 'idle'],
    ['has a menu open, met by a window that starts later', [waiting(3, 'dialog open')], 'idle'],
    ['is answered in the terminal', [file(2, 'busy'), waiting(3), file(4, 'busy')], 'working'],
    ['meets Esc while it streams', [file(2, 'busy'), file(4, 'idle'), interrupt(3)], 'idle'],
    ['meets Esc, and the transcript is first', [file(2, 'busy'), interrupt(3), file(4, 'idle')], 'idle'],
    ['meets Esc in a tool', [file(2, 'busy'), call(3, 'Bash'), interrupt(5)], 'idle'],
    ['meets Esc at a prompt', [waiting(3), file(5, 'idle')], 'idle'],
    ['meets No at a prompt', [waiting(3), result(5), interrupt(6), file(7, 'idle')], 'idle'],
    ['meets No, and the file is first', [waiting(3), file(7, 'idle'), result(5), interrupt(6)], 'idle'],
    ['is compacted', [file(2, 'busy'), file(9, 'idle')], 'idle'],
    ['fails', [file(2, 'busy'), failure(4, 'server_error'), file(5, 'idle')], 'failed overloaded'],
    [
      'fails, file first',
      [file(2, 'busy'), file(5, 'idle'), failure(4, 'rate_limit')],
      'failed rate_limited',
    ],
    [
      'failed before the window',
      [file(5, 'idle'), failure(4, 'authentication_failed')],
      'failed unauthorized',
    ],
    ['failed, and works again', [file(5, 'idle'), failure(4, 'rate_limit'), file(6, 'busy')], 'working'],
    ['failed, and worked since', [file(6, 'busy'), failure(4, 'rate_limit'), file(7, 'idle')], 'idle'],
    [
      'failed, and was idle since',
      [file(5, 'idle'), failure(4, 'overloaded'), file(9, 'idle')],
      'failed overloaded',
    ],
    ['failed long ago', [file(20_000, 'idle'), failure(4, 'rate_limit')], 'idle'],
    ['asked a question long ago', [file(20_000, 'busy'), call(4, 'AskUserQuestion')], 'working'],
    ['runs a shell in the background', [file(2, 'busy'), file(3, 'shell')], 'working Shell'],
  ])('%s', (_, events, expected) => {
    expect(after(...events)).toBe(expected);
  });

  it.each([
    [400, 'unknown', 'other'],
    [401, 'authentication_failed', 'unauthorized'],
    [429, 'rate_limit', 'rate_limited'],
    [500, 'server_error', 'overloaded'],
    [529, 'server_error', 'overloaded'],
  ])(
    'that meets API error %i is shown as failed, whichever file is read first',
    (status, error, expected) => {
      const failed = failure(4, error, `API Error: ${status}`);
      expect(after(file(2, 'busy'), failed, file(5, 'idle'))).toBe(`failed ${expected}`);
      expect(after(file(2, 'busy'), file(5, 'idle'), failed)).toBe(`failed ${expected}`);
    },
  );

  const stood = (event: Event | undefined): Event | undefined =>
    event && { ...event, id: nextId(), type: 'promptStood', prompt: event.id };

  it('calls a person once for a prompt, and again for another', () => {
    const opened = (...events: (Event | undefined)[]) => play(events).opened.length;
    const [first, other, again] = [waiting(3), waiting(4, 'input needed'), waiting(5)];
    expect(opened(first, stood(first), waiting(4), again)).toBe(1);
    expect(opened(first, stood(first), other, stood(other))).toBe(2);
    expect(opened(first, stood(first), file(4, 'busy'), again, stood(again))).toBe(2);
    expect(opened(call(3, 'AskUserQuestion'), other)).toBe(1);
    expect(opened(first, file(4, 'busy'), stood(first))).toBe(0);
  });

  it('closes the decision of a prompt that another follows', () => {
    const first = waiting(3);
    const { effects } = play([first, stood(first), waiting(4, 'input needed')]);
    expect(effects.find(({ type }) => type === 'closeDecision')).toMatchObject({ outcome: 'withdrawn' });
  });

  it('a prompt that a hook told of is never taken for another by the file', () => {
    const request = hook(3, 'PermissionRequest', { tool_name: 'Bash' });
    expect(after(request, waiting(4, 'dialog open'))).toBe('prompting permission: Permission for Bash');
  });

  it('gets its last words from the transcript, though the file is read first', () => {
    const { state } = play([said(3, 'One'), file(6, 'idle'), said(5, 'Two'), said(4, 'Between')]);
    expect(agentOf(state)?.facts.lastMessage).toBe('Two');
  });
});

describe('a process that goes on in another conversation', () => {
  const second = { sessionId: 's2' };

  it('has one row after /clear, also without hooks', () => {
    const { state, removed } = play([file(1, 'idle'), file(9, 'idle', second)]);
    expect([...state.agents.keys()]).toEqual(['claude-code:s2']);
    expect(removed).toContain('claude-code:s1');
    expect(play([said(8, 'late')], state).state).toBe(state);
  });

  it('takes its subagents along, and closes what they ask', () => {
    const child = { agent_id: 'a1', agent_type: 'Explore' };
    const asks = hook(3, 'PermissionRequest', { ...child, tool_name: 'Bash' });
    const { state, effects } = play([file(1, 'busy'), asks, file(9, 'idle', second)]);
    expect([...state.agents.keys()]).toEqual(['claude-code:s2']);
    expect(effects.filter(({ type }) => type === 'closeDecision')).toHaveLength(1);
  });

  it('leaves alone the conversations of other processes, and a row that says it died', () => {
    const other = file(1, 'idle', { pid: 8, sessionId: 's3' });
    const death: Event = {
      id: 'd',
      at: 2,
      program: 'claude-code',
      session: 's1',
      evidence: 'process',
      facts: { pid: 7 },
      type: 'processEnded',
    };
    const { state } = play([other, file(1, 'busy'), death, file(9, 'idle', second)]);
    expect([...state.agents.values()].map(picture)).toEqual(['idle', 'exited', 'idle']);
  });

  it('that only hooks tell of may serve several at once', () => {
    const { state } = play([hook(1, 'Stop', { pid: 7 }), hook(2, 'Stop', { pid: 7, session_id: 's2' })]);
    expect(state.agents.size).toBe(2);
  });

  it('takes its run along', () => {
    const from = { ...noAgents, runs: new Map([['r1', runOver()]]) };
    const { state, effects } = play([file(1, 'idle'), file(9, 'idle', second)], from);
    expect(state.runs.get('r1')).toMatchObject({ agent: 'claude-code:s2', former: ['claude-code:s1'] });
    expect(effects.filter((effect) => 'run' in effect)).toEqual([]);
    expect(actedOn(from.runs.get('r1'), state.runs.get('r1'))).toEqual([]);
  });

  it('comes back by a start of its own only', () => {
    const cleared = play([file(1, 'idle'), file(9, 'idle', second)]).state;
    expect(play([file(20, 'busy')], cleared).state).toBe(cleared);
    const start: Event = {
      id: 'r',
      at: 20,
      program: 'claude-code',
      session: 's1',
      evidence: 'sessionFile',
      facts: { pid: 7 },
      type: 'sessionStarted',
      source: 'resume',
    };
    const { state } = play([start, file(20, 'busy')], cleared);
    expect([...state.agents.values()].map(picture)).toEqual(['working']);
    expect(agentOf(state)).toBeDefined();
  });

  it('ends without alarm when its file is taken away in good order', () => {
    const left: Event = {
      id: 'l',
      at: 9,
      program: 'claude-code',
      session: 's1',
      evidence: 'sessionFile',
      type: 'sessionEnded',
    };
    const { state } = play([file(1, 'idle'), left]);
    expect(state.agents.size).toBe(0);
  });
});
