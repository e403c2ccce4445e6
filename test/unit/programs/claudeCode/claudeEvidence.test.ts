import { describe, expect, it } from 'vitest';
import { errorClass } from '../../../../src/core/event/errorClass.ts';
import type { Event } from '../../../../src/core/event/event.ts';
import { parseClaudeSession } from '../../../../src/programs/claudeCode/pure/sessionFile.ts';
import { parseClaudeTranscript } from '../../../../src/programs/claudeCode/pure/transcript.ts';
import { after, agentOf, hook, picture, play } from '../../../support/claude.ts';

const file = { pid: 7, sessionId: 's1', cwd: '/w', status: 'idle', statusUpdatedAt: 50 };

describe('the session file of Claude Code', () => {
  it.each([
    [{ status: 'busy' }, { type: 'busyRead' }],
    [{ status: 'shell' }, { type: 'busyRead', detail: 'Shell' }],
    [{ status: 'idle' }, { type: 'idleRead' }],
    [
      { status: 'waiting', waitingFor: 'permission prompt' },
      { type: 'waitingRead', ask: { kind: 'permission' } },
    ],
    [
      { status: 'waiting', waitingFor: 'input needed' },
      { type: 'waitingRead', ask: { kind: 'question' } },
    ],
    [
      { status: 'waiting', waitingFor: 'sandbox request' },
      { type: 'waitingRead', ask: { kind: 'permission' } },
    ],
    [
      { status: 'waiting', waitingFor: 'something new' },
      { type: 'waitingRead', ask: { kind: 'other' } },
    ],
    [{ status: 'waiting' }, { type: 'waitingRead', ask: { kind: 'other' } }],
  ])('%j tells %j', (fields, expected) => {
    expect(parseClaudeSession({ ...file, ...fields })).toMatchObject({
      ...expected,
      at: 50,
      evidence: 'sessionFile',
    });
  });

  it.each([
    [null],
    ['torn {'],
    [{}],
    [{ ...file, status: 'dancing' }],
    [{ ...file, pid: -1 }],
    [{ ...file, statusUpdatedAt: 'now' }],
  ])('%j tells nothing', (content) => {
    expect(parseClaudeSession(content)).toBeUndefined();
  });

  it('names the row only by a name a person gave', () => {
    expect(parseClaudeSession({ ...file, name: 't-b8', nameSource: 'derived' })?.facts).toEqual({
      pid: 7,
      cwd: '/w',
      startedIn: '/w',
    });
    expect(parseClaudeSession({ ...file, name: 'Billing', nameSource: 'user' })?.facts?.title).toBe(
      'Billing',
    );
  });

  it('gives the tree without any hook', () => {
    const { state } = play([
      parseClaudeSession(file),
      parseClaudeSession({ ...file, status: 'busy', statusUpdatedAt: 60 }),
    ]);
    expect(picture(agentOf(state))).toBe('working');
    expect(agentOf(state)?.facts.pid).toBe(7);
  });

  it('that is older than the last hook changes nothing', () => {
    expect(after(hook(60, 'PreToolUse', { tool_name: 'Bash' }), parseClaudeSession(file))).toBe(
      'working Bash',
    );
  });

  it('that says waiting keeps a prompt that hooks told of', () => {
    const waiting = parseClaudeSession({
      ...file,
      status: 'waiting',
      waitingFor: 'permission prompt',
      statusUpdatedAt: 70,
    });
    const request = hook(60, 'PermissionRequest', { tool_name: 'Bash' });
    const { state, opened } = play([request, waiting]);
    expect(agentOf(state)?.prompts).toHaveLength(1);
    expect(opened).toHaveLength(1);
  });
});

const record = (type: string, content: unknown, more: Record<string, unknown> = {}) => ({
  type,
  uuid: `u${JSON.stringify(content).length}`,
  timestamp: '2026-11-16T00:00:00.000Z',
  message: { content, ...(more.message as object) },
  ...Object.fromEntries(Object.entries(more).filter(([key]) => key !== 'message')),
});
const text = (words: string) => [{ type: 'text', text: words }];

describe('a transcript record of Claude Code', () => {
  it.each<[string, unknown, Partial<Event> | undefined]>([
    ['a prompt of the person', record('user', 'do it'), { type: 'workNoticed' }],
    [
      'a result',
      record('user', [{ type: 'tool_result', tool_use_id: 'c1' }]),
      { type: 'toolFinished', callId: 'c1' } as never,
    ],
    [
      'what a second process writes about a call that still waits in the first',
      record('user', [{ type: 'tool_result', tool_use_id: 'c1' }], { toolDenialKind: 'interrupted' }),
      undefined,
    ],
    ['an interrupt', record('user', text('[Request interrupted by user]')), { type: 'turnInterrupted' }],
    [
      'an interrupt at a tool',
      record('user', text('[Request interrupted by user for tool use]')),
      { type: 'turnInterrupted' },
    ],
    ['a slash command', record('user', '<command-name>/help</command-name>'), undefined],
    ['output of a local command', record('user', '<local-command-stdout>x'), undefined],
    ['a shell escape', record('user', '<bash-input>ls'), undefined],
    ['meta', record('user', 'x', { isMeta: true }), undefined],
    ['a record of a subagent', record('assistant', text('x'), { isSidechain: true }), undefined],
    [
      'text in the middle of a turn',
      record('assistant', text('x'), { message: { stop_reason: 'tool_use' } }),
      { type: 'workNoticed', detail: 'Thinking' } as never,
    ],
    [
      'the last text',
      record('assistant', text('x'), { message: { stop_reason: 'end_turn' } }),
      { type: 'quietNoticed' },
    ],
    [
      'text of a version that writes no stop reason',
      record('assistant', text('x')),
      { type: 'quietNoticed' },
    ],
    ['a thought', record('assistant', [{ type: 'thinking' }]), { type: 'workNoticed' }],
    [
      'a tool call',
      record('assistant', [{ type: 'tool_use', name: 'Bash', id: 'c1' }]),
      { type: 'workNoticed', detail: 'Bash' } as never,
    ],
    [
      'a question',
      record('assistant', [{ type: 'tool_use', name: 'AskUserQuestion', id: 'c1' }]),
      { type: 'promptShown', generic: true, callId: 'c1' } as never,
    ],
    [
      'plan mode entered',
      record('assistant', [{ type: 'tool_use', name: 'EnterPlanMode', id: 'c1' }]),
      { type: 'workNoticed' },
    ],
    [
      'an API error',
      record('assistant', text('slow down'), { error: 'rate_limit', isApiErrorMessage: true }),
      { type: 'turnFailed', error: { class: 'rate_limited', message: 'slow down' } } as never,
    ],
    ['another type', record('system', text('x')), undefined],
    ['a bad date', record('user', 'x', { timestamp: 'yesterday' }), undefined],
    ['no record', 'torn', undefined],
  ])('%s', (_, line, expected) => {
    const event = parseClaudeTranscript(line, 's1');
    if (expected === undefined) {
      expect(event).toBeUndefined();
    } else {
      expect(event).toMatchObject({ ...expected, session: 's1', evidence: 'transcript' });
    }
  });

  it('a quiet transcript never ends work that hooks tell of', () => {
    const quiet = parseClaudeTranscript(record('assistant', text('x')), 's1');
    expect(after(hook(1, 'PreToolUse', { tool_name: 'Bash' }), quiet)).toBe('working Bash');
    expect(
      after(
        hook(1, 'PreToolUse', { tool_name: 'Bash' }),
        parseClaudeTranscript(record('user', text('[Request interrupted by user]')), 's1'),
      ),
    ).toBe('idle');
  });

  it('a question without hooks ends with its result', () => {
    const asked = parseClaudeTranscript(
      record('assistant', [{ type: 'tool_use', name: 'AskUserQuestion', id: 'c1' }]),
      's1',
    );
    const answered = parseClaudeTranscript(
      {
        ...record('user', [{ type: 'tool_result', tool_use_id: 'c1' }]),
        timestamp: '2026-11-16T00:00:09.000Z',
      },
      's1',
    );
    expect(after(asked)).toBe('prompting question: AskUserQuestion (tentative)');
    expect(after(asked, answered)).toBe('working Thinking');
  });
});

describe('the class of an error', () => {
  it.each([
    ['authentication_failed', undefined, 'unauthorized'],
    ['unknown', 'Invalid API key · Fix external API key', 'unauthorized'],
    ['billing_error', undefined, 'out_of_credits'],
    ['unknown', "You're out of extra usage · resets 5pm", 'out_of_credits'],
    ['rate_limit', "You're out of extra usage · resets 5pm", 'rate_limited'],
    [undefined, 'API Error: 429 Too many requests', 'rate_limited'],
    ['server_error', undefined, 'overloaded'],
    ['overloaded', undefined, 'overloaded'],
    [undefined, 'API Error: 529', 'overloaded'],
    ['unknown', 'fetch failed: ENOTFOUND', 'no_internet'],
    ['unknown', 'API Error: 400 bad request', 'other'],
    [undefined, undefined, 'other'],
  ])('%s, %s is %s', (code, sentence, expected) => {
    expect(errorClass(code, sentence)).toBe(expected);
  });

  // Recorded: its code for all of these is `server_error`.
  it.each([
    'API Error: Connection refused — a firewall or proxy may be blocking it (ECONNREFUSED)',
    "API Error: Can't reach the API server — check your internet or DNS (ENOTFOUND)",
    'API Error: Connection dropped (ECONNRESET). Check the gateway set in ANTHROPIC_BASE_URL, then try again.',
    'API Error: Connection to the API was lost (ECONNRESET). This is usually temporary — try again.',
    'Request timed out',
  ])('Claude Code that says "%s" met nobody', (sentence) => {
    expect(errorClass('server_error', sentence)).toBe('no_internet');
  });

  it.each([
    '500 Internal server error',
    '500 upstream connect error or disconnect/reset before headers. reset reason: connection termination',
    '502 Bad gateway',
    '503 no healthy upstream: network connection error',
    '504 Gateway timeout',
    '522 Connection timed out',
    '529 Overloaded',
    '500 the authentication service has hit its rate limit',
    'The API is temporarily unavailable',
  ])('Claude Code that says "API Error: %s" met a service in trouble', (answer) => {
    const advice = 'This is a server-side issue, usually temporary — try again in a moment.';
    const gateway = 'If it persists, check your inference gateway (127.0.0.1:34661).';
    expect(errorClass('server_error', `API Error: ${answer}. ${advice} ${gateway}`)).toBe('overloaded');
  });

  it.each([
    ['rate_limit', 'API Error: Request rejected (429) · connection limit', 'rate_limited'],
    ['unknown', 'API Error: 402 x', 'out_of_credits'],
    ['authentication_failed', 'Please run /login · API Error: 403 no connection', 'unauthorized'],
    ['authentication_failed', 'Please run /login · API Error: 401 bad', 'unauthorized'],
    ['billing_error', 'Credit balance is too low', 'out_of_credits'],
    ['overloaded', 'The connection is overloaded', 'overloaded'],
  ])('of a code that tells is %s, also with "%s"', (code, sentence, expected) => {
    expect(errorClass(code, sentence)).toBe(expected);
  });
});

describe('the fine print of evidence', () => {
  it('two states of one moment are two events', () => {
    const ids = ['idle', 'busy'].map((status) => parseClaudeSession({ ...file, status })?.id);
    expect(new Set(ids).size).toBe(2);
  });

  it('a folder that is none costs only itself', () => {
    expect(parseClaudeSession({ ...file, cwd: 5 })?.facts).toEqual({ pid: 7 });
  });

  it('the model of a made-up record is none', () => {
    const line = (model: string) => record('assistant', text('x'), { message: { model } });
    expect(parseClaudeTranscript(line('m1'), 's1')?.facts?.model).toBe('m1');
    expect(parseClaudeTranscript(line('<synthetic>'), 's1')?.facts).not.toHaveProperty('model');
  });

  it('a record names its session itself, where it can', () => {
    expect(parseClaudeTranscript(record('user', 'x', { sessionId: 'own' }), 's1')?.session).toBe('own');
  });

  it('an error alone is a failure', () => {
    expect(parseClaudeTranscript(record('assistant', text('x'), { error: 'overloaded' }), 's1')?.type).toBe(
      'turnFailed',
    );
  });

  it('what Claude writes itself names no row, and a summary is no turn', () => {
    expect(parseClaudeTranscript(record('user', '<task-notification>done'), 's1')?.facts).toEqual({});
    expect(parseClaudeTranscript(record('user', 'x', { isCompactSummary: true }), 's1')).toBeUndefined();
  });
});
