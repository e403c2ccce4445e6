import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProgramNode } from '../../../src/node/programNode.ts';
import { codexNode } from '../../../src/programs/codex/node/node.ts';
import { copilotCliNode } from '../../../src/programs/copilotCli/node/node.ts';
import { qwenCodeNode } from '../../../src/programs/qwenCode/node/node.ts';
import { repository } from '../../support/runProgram.ts';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'beckon-calls-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const search = (folder: string) => ({
  env: { HOME: home },
  folders: [folder],
  most: 500,
  isWanted: () => true,
});
async function callsIn({ recentCalls }: ProgramNode, folder = '/workspace') {
  const calls = (await recentCalls?.(search(folder))) ?? [];
  return calls.map(({ tool, input, ended, failed }) => ({
    tool,
    input,
    end: failed ? 'failed' : ended ? 'ended' : 'open',
  }));
}

function recorded(recording: string, path: string): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  cpSync(join(repository, 'test/replay', recording), join(home, path));
}

describe('the last tool calls', () => {
  it('of Codex are those of the rollouts of a folder, named as its hooks name them', async () => {
    recorded('codex/0.169.0/rollout.jsonl', '.codex/sessions/2026/11/19/rollout-x.jsonl');
    expect(await callsIn(codexNode)).toEqual([
      { tool: 'request_user_input', input: expect.anything(), end: 'ended' },
      { tool: 'spawn_agent', input: { message: 'Please play:inner' }, end: 'ended' },
      { tool: 'Bash', input: { command: 'touch /outside' }, end: 'ended' },
      { tool: 'Bash', input: { command: 'echo hi' }, end: 'ended' },
    ]);
    expect(await callsIn(codexNode, '/elsewhere')).toEqual([]);
  });

  it('of Copilot CLI are those of the conversations that were begun in a folder', async () => {
    recorded('copilot-cli/1.0.102/transcript.jsonl', '.copilot/session-state/s-1/events.jsonl');
    const calls = await callsIn(copilotCliNode);
    expect(calls).toContainEqual({
      tool: 'bash',
      input: expect.objectContaining({ command: 'touch a.txt' }),
      end: 'open',
    });
    expect(await callsIn(copilotCliNode, '/elsewhere')).toEqual([]);
  });

  it('of Qwen Code are those of the chat files of a folder, and of their subagents', async () => {
    const timestamp = '2026-11-19T17:53:58.925Z';
    const call = (id: string, name: string) =>
      JSON.stringify({
        type: 'assistant',
        timestamp,
        message: { parts: [{ text: 'So.' }, { functionCall: { id, name, args: { path: id } } }] },
      });
    const result = (callId: string, more: object) =>
      JSON.stringify({ type: 'tool_result', timestamp, toolCallResult: { callId, ...more } });
    const project = join(home, '.qwen/projects/-workspace');
    for (const folder of ['chats', 'subagents/s-1']) {
      mkdirSync(join(project, folder), { recursive: true });
    }
    const lines = [
      ...[call('1', 'read_file'), result('1', { status: 'success', executionStatus: 'success' })],
      ...[call('2', 'edit'), result('2', { status: 'error', executionStatus: 'error' })],
      ...[call('3', 'glob'), result('3', { status: 'error', executionStatus: 'not_started' })],
    ];
    writeFileSync(join(project, 'chats/s-1.jsonl'), lines.join('\n'));
    writeFileSync(join(project, 'subagents/s-1/agent-a.jsonl'), call('4', 'write_file'));
    expect(await callsIn(qwenCodeNode)).toEqual(
      expect.arrayContaining([
        { tool: 'read_file', input: { path: '1' }, end: 'ended' },
        { tool: 'edit', input: { path: '2' }, end: 'failed' },
        { tool: 'glob', input: { path: '3' }, end: 'open' },
        { tool: 'write_file', input: { path: '4' }, end: 'open' },
      ]),
    );
    expect(await callsIn(qwenCodeNode, '/elsewhere')).toEqual([]);
  });

  it.each([codexNode, copilotCliNode, qwenCodeNode])('are none where it never ran', async (node) => {
    expect(await callsIn(node)).toEqual([]);
  });
});
