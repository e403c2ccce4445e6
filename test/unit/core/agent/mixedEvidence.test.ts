import { describe, expect, it } from 'vitest';
import type { Event } from '../../../../src/core/event/event.ts';
import type { AgentsState } from '../../../../src/core/roster/agentsState.ts';
import { noAgents } from '../../../../src/core/roster/agentsState.ts';
import { parseClaudeSession } from '../../../../src/programs/claudeCode/pure/sessionFile.ts';
import { parseClaudeTranscript } from '../../../../src/programs/claudeCode/pure/transcript.ts';
import { hook, nextId, picture, play } from '../../../support/claude.ts';

type Stream = readonly Event[];

function file(at: number, status: string, more: Record<string, unknown> = {}): Event {
  const content = { pid: 7, sessionId: 's1', status, statusUpdatedAt: at, ...more };
  return parseClaudeSession(content) as Event;
}

function line(at: number, type: string, content: unknown, more: object = {}): Event {
  const record = {
    type,
    uuid: nextId(),
    timestamp: new Date(at).toISOString(),
    message: { content },
    ...more,
  };
  return parseClaudeTranscript(record, 's1') as Event;
}

const waiting = (at: number) => file(at, 'waiting', { waitingFor: 'permission prompt' });
const begun = line(1, 'user', 'do it');
const called = line(990, 'assistant', [{ type: 'tool_use', name: 'Bash', id: 'c1' }]);
const rejected = (at: number) => line(at, 'user', [{ type: 'tool_result', tool_use_id: 'c1' }]);
const interrupt = (at: number) => line(at, 'user', [{ type: 'text', text: '[Request interrupted by user]' }]);
const done = (at: number) => line(at, 'assistant', [{ type: 'text', text: 'Done' }]);
const failure = line(2990, 'assistant', [{ type: 'text', text: 'slow down' }], { error: 'rate_limit' });

const submit = hook(0, 'UserPromptSubmit', { prompt: 'do it' });
const bash = { tool_name: 'Bash', tool_use_id: 'c1', tool_input: { command: 'ls' } };
const pre = hook(1000, 'PreToolUse', bash);
const request = hook(1100, 'PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'ls' } });
const child = { agent_id: 'a1', agent_type: 'Explore' };
const inBackground = { background_tasks: [{ id: 'a1', status: 'running' }] };

/** The rows after every order in which the streams can arrive while each keeps its own; each outcome once. */
function outcomes(streams: readonly Stream[], from: AgentsState = noAgents): string[] {
  const open = streams.filter((stream) => stream.length > 0);
  const found = open.flatMap((stream) => {
    const others = streams.map((one) => (one === stream ? one.slice(1) : one));
    return outcomes(others, play([stream[0]], from).state);
  });
  return [...new Set(open.length === 0 ? [rowsOf(from)] : found)].sort();
}

function rowsOf({ agents }: AgentsState): string {
  const rows = [...agents.values()].map(
    (agent) => `${agent.id.replace('claude-code:', '')} ${picture(agent)}`,
  );
  return rows.sort().join(', ');
}

interface Case {
  readonly hooks: Stream;
  readonly files: Stream;
  readonly transcript: Stream;
  /** With hooks; more than one where sources word the same state differently. */
  readonly rows: readonly string[];
  /** Without hooks, where that differs. */
  readonly bare?: readonly string[];
}

const cases: Record<string, Case> = {
  'Esc while it streams': {
    hooks: [submit],
    files: [file(5, 'busy'), file(3000, 'idle')],
    transcript: [begun, interrupt(2990)],
    rows: ['s1 idle'],
  },
  'Esc in a tool': {
    hooks: [submit, pre],
    files: [file(5, 'busy'), file(3000, 'idle')],
    transcript: [begun, called, interrupt(2990)],
    rows: ['s1 idle'],
  },
  'Esc or No at a permission prompt': {
    hooks: [submit, pre, request],
    files: [waiting(1120), file(4000, 'idle')],
    transcript: [called, rejected(3980), interrupt(3985)],
    rows: ['s1 idle'],
  },
  'an answer given in the terminal': {
    hooks: [pre, request, hook(5000, 'PostToolUse', bash), hook(6000, 'Stop')],
    files: [waiting(1120), file(4000, 'busy'), file(6050, 'idle')],
    transcript: [rejected(4990), done(5990)],
    rows: ['s1 idle'],
  },
  'a failed turn': {
    hooks: [submit, hook(2995, 'StopFailure', { error: 'rate_limit', last_assistant_message: 'slow down' })],
    files: [file(5, 'busy'), file(3010, 'idle')],
    transcript: [begun, failure],
    rows: ['s1 failed rate_limited'],
  },
  'a failed turn of which no hook tells': {
    hooks: [submit],
    files: [file(5, 'busy'), file(3010, 'idle')],
    transcript: [begun, failure],
    rows: ['s1 failed rate_limited'],
  },
  'work after a failed turn': {
    hooks: [submit, hook(9000, 'UserPromptSubmit')],
    files: [file(3010, 'idle'), file(9010, 'busy')],
    transcript: [begun, failure],
    rows: ['s1 working'],
  },
  'a turn that ends': {
    hooks: [submit, hook(3000, 'Stop')],
    files: [file(5, 'busy'), file(3050, 'idle')],
    transcript: [begun, done(2990)],
    rows: ['s1 idle'],
  },
  'a subagent stops': {
    hooks: [submit, hook(500, 'SubagentStart', child), hook(2000, 'SubagentStop', child)],
    files: [file(5, 'busy')],
    transcript: [begun],
    rows: ['s1 working Thinking, s1/a1 idle'],
    bare: ['s1 working'],
  },
  'a subagent in the background asks': {
    hooks: [
      hook(500, 'SubagentStart', child),
      hook(2000, 'PermissionRequest', { ...child, tool_name: 'Bash' }),
      hook(3000, 'Stop', inBackground),
    ],
    files: [file(5, 'busy')],
    transcript: [begun],
    rows: ['s1 working 1 background task, s1/a1 prompting permission: Permission for Bash'],
    bare: ['s1 working'],
  },
  'a shell in the background goes on': {
    hooks: [submit, hook(3000, 'Stop', { background_tasks: [{ id: 'b1', status: 'running' }] })],
    files: [file(5, 'busy'), file(3010, 'shell')],
    transcript: [begun, done(2990)],
    rows: ['s1 working 1 background task', 's1 working Shell'],
    bare: ['s1 working Shell'],
  },
  '/compact': {
    hooks: [
      hook(0, 'PreCompact', { trigger: 'manual' }),
      hook(5000, 'SessionStart', { source: 'compact' }),
      hook(5010, 'PostCompact', { trigger: 'manual' }),
    ],
    files: [file(5, 'busy'), file(5020, 'idle')],
    transcript: [],
    rows: ['s1 idle'],
  },
  '/clear': {
    hooks: [
      hook(5000, 'SessionEnd', { reason: 'clear', pid: 7 }),
      hook(5010, 'SessionStart', { source: 'clear', session_id: 's2', pid: 7 }),
    ],
    files: [file(5, 'idle'), file(5015, 'idle', { sessionId: 's2' })],
    transcript: [begun, done(2990)],
    rows: ['s2 idle'],
  },
};

describe('whatever order hooks, files and transcripts arrive in', () => {
  it.each(Object.keys(cases))('%s comes out the same', (name) => {
    const { hooks, files, transcript, rows } = cases[name] as Case;
    expect(outcomes([hooks, files, transcript])).toEqual(rows);
  });

  it.each(Object.keys(cases))('%s comes out right without any hook', (name) => {
    const { files, transcript, rows, bare } = cases[name] as Case;
    expect(outcomes([files, transcript])).toEqual(bare ?? rows);
  });

  it.each(Object.keys(cases))('%s comes out right without the transcript', (name) => {
    const { hooks, files, rows } = cases[name] as Case;
    const unseen = name === 'a failed turn of which no hook tells' ? ['s1 idle'] : rows;
    expect(outcomes([hooks, files])).toEqual(unseen);
  });
});
