import { describe, expect, it } from 'vitest';
import { callerPid, isOwnCall } from '../../../../src/core/wire/ownCall.ts';
import { claudeCodeHere } from '../../../support/programs.ts';

const stop = { session_id: 's', hook_event_name: 'Stop' };
const isClaudes = (env: Record<string, string>, payload = {}) =>
  isOwnCall({ env, ppid: 50 }, { ...stop, ...payload }, claudeCodeHere);

describe('a call of the relay of Claude Code', () => {
  it.each([
    ['nothing speaks against it', {}],
    ['it names itself as the parent', { CLAUDE_PID: '50' }],
    ['it runs inside of Gemini CLI', { GEMINI_SESSION_ID: 'x', CLAUDE_PID: '50' }],
    ['one that does not name its process does', { GEMINI_SESSION_ID: 'x', CLAUDE_CODE_SESSION_ID: 's' }],
    ['it runs inside of another one', { CLAUDE_PID: '50', CLAUDE_CODE_SESSION_ID: 'another' }],
  ])('is its own where %s', (_, env) => {
    expect(isClaudes(env)).toBe(true);
  });

  it.each([
    ['Copilot CLI', { COPILOT_CLI: '1', CLAUDE_PROJECT_DIR: '/w' }],
    ['Copilot CLI, by its folder', { COPILOT_PROJECT_DIR: '/w' }],
    ['Gemini CLI', { GEMINI_SESSION_ID: 's' }],
    ['Qwen Code', { QWEN_CODE_SESSION_ID: 's' }],
    ['Codex', { CODEX_MANAGED_BY_NPM: '1' }],
    ['Cursor', { CURSOR_VERSION: '3' }],
    ['Factory Droid', { FACTORY_PROJECT_DIR: '/w' }],
    ['Devin', { DEVIN_PROJECT_DIR: '/w' }],
    ['Grok', { GROK_HOOK_EVENT: 'stop', CLAUDE_PROJECT_DIR: '/w' }],
    ['Gemini CLI inside of it', { GEMINI_SESSION_ID: 'x', CLAUDE_PID: '49', CLAUDE_CODE_SESSION_ID: 'o' }],
  ])('is none of its own where %s made it', (_, env) => {
    expect(isClaudes(env)).toBe(false);
  });

  it.each([
    ["VS Code's own agents", { timestamp: 'x' }],
    ['Cursor', { cursor_version: '3' }],
    ['Grok', { hookEventName: 'stop' }],
    [
      'one that keeps its conversations elsewhere',
      { transcript_path: '/home/user/.claude/transcripts/s.jsonl' },
    ],
  ])('is none of its own where the payload is that of %s', (_, payload) => {
    expect(isClaudes({}, payload)).toBe(false);
    expect(isClaudes({ CLAUDE_CODE_SESSION_ID: 'another', CLAUDE_PID: '49' }, payload)).toBe(false);
    expect(isClaudes({ CLAUDE_CODE_SESSION_ID: 's' }, payload)).toBe(true);
  });
});

it.each([
  '/home/user/.claude/projects/-w/s.jsonl',
  '/elsewhere/projects/-w/s.jsonl',
  'C:\\Users\\user\\.claude\\projects\\C--w\\s.jsonl',
])('a call of Claude Code is known by where it keeps its conversations: %s', (path) => {
  expect(isClaudes({}, { transcript_path: path })).toBe(true);
});

it('a program whose settings nobody else reads is called by itself, whatever it inherited', () => {
  const env = { CLAUDE_PID: '49', CLAUDE_CODE_SESSION_ID: 's', COPILOT_CLI: '1', GEMINI_SESSION_ID: 'x' };
  expect(isOwnCall({ env, ppid: 50 }, stop, { events: { owns: () => undefined } })).toBe(true);
});

it("an agent's process is known only where it is the relay's parent", () => {
  const pid = (told: string, ppid: number) => callerPid({ env: { CLAUDE_PID: told }, ppid }, claudeCodeHere);
  expect([pid('50', 50), pid('50', 51), pid('1', 1)]).toEqual([50, undefined, undefined]);
});
