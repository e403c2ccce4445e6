import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { linesFromEnd } from '../../../../src/node/evidence/linesFromEnd.ts';
import { claudeProjectFolder } from '../../../../src/programs/claudeCode/node/claudeHome.ts';
import { recentCalls } from '../../../../src/programs/claudeCode/node/recentCalls.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'beckon-calls-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const folder = '/home/ada/api';
const stamp = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString();
const call = (second: number, id = `t${second}`) => ({
  type: 'assistant',
  timestamp: stamp(second),
  message: { content: [{ type: 'tool_use', id, name: 'Bash', input: { command: id } }] },
});
const result = (second: number, id: string, more: object = {}) => ({
  type: 'user',
  timestamp: stamp(second),
  message: { content: [{ type: 'tool_result', tool_use_id: id, content: 'x', ...more }] },
});
const failure = (second: number, id: string) => result(second, id, { is_error: true });

/** Writes a transcript that was last written to at its last record. */
function transcript(
  name: string,
  records: readonly { readonly type: string; readonly timestamp: string }[],
): string {
  const path = join(claudeProjectFolder(root, folder), name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  const at = new Date(records.at(-1)?.timestamp ?? 0);
  utimesSync(path, at, at);
  return path;
}

const read = (more: Partial<Parameters<typeof recentCalls>[0]> = {}) =>
  recentCalls({ configDir: root, folders: [folder], most: 500, isWanted: () => true, ...more });
const ids = async (...args: Parameters<typeof read>) => (await read(...args)).map(({ id }) => id);

describe('the last tool calls', () => {
  it('are none where Claude Code never ran', async () => {
    expect(await read()).toEqual([]);
  });

  it('come from all transcripts of the folder and of their subagents, the newest first', async () => {
    transcript('one.jsonl', [call(1), call(5)]);
    transcript('two.jsonl', [call(2), call(4)]);
    transcript('two/subagents/agent-a.jsonl', [call(3)]);
    expect(await ids()).toEqual(['t5', 't4', 't3', 't2', 't1']);
    expect(await ids({ most: 3 })).toEqual(['t5', 't4', 't3']);
    expect(await ids({ folders: ['/home/ada/web'] })).toEqual([]);
  });

  it('are the last ones also where an older one is in the file that was written to last', async () => {
    transcript('one.jsonl', [call(1), { type: 'user', timestamp: stamp(90) }]);
    transcript('two.jsonl', [call(2), call(3)]);
    expect(await ids({ most: 2 })).toEqual(['t3', 't2']);
  });

  it('say which came to an end, and which failed', async () => {
    transcript('one.jsonl', [call(1), failure(2, 't1'), call(3), result(4, 't3'), call(5)]);
    expect((await read()).map(({ id, ended, failed }) => [id, ended, failed])).toEqual([
      ['t5', false, false],
      ['t3', true, false],
      ['t1', true, true],
    ]);
  });

  it.each([
    [2, 9],
    [9, 2],
  ])('know what any copy of the conversation knows, whichever is newer: %#', async (cut, whole) => {
    const other = (second: number) => ({ type: 'user', timestamp: stamp(second) });
    transcript('one.jsonl', [call(1), other(cut)]);
    transcript('two.jsonl', [call(1), failure(1, 't1'), other(whole)]);
    expect(await read()).toMatchObject([{ id: 't1', ended: true, failed: true }]);
  });

  it('count once, though a conversation was forked', async () => {
    transcript('one.jsonl', [call(1)]);
    transcript('two.jsonl', [call(1), call(2)]);
    expect(await ids()).toEqual(['t2', 't1']);
  });

  it('are found among lines that are torn, huge or something else', async () => {
    const path = transcript('one.jsonl', [call(1)]);
    const huge = { ...call(2), more: 'x'.repeat(5 * 1024 * 1024) };
    appendFileSync(
      path,
      `nonsense "tool_use"\n\n${JSON.stringify(huge)}\n${JSON.stringify(call(3))}\n{"tool_use":`,
    );
    expect(await ids()).toEqual(['t3', 't1']);
  });

  it('are read up to a limit, and only while somebody wants them', async () => {
    transcript('one.jsonl', [call(1)]);
    transcript('two.jsonl', [call(2)]);
    expect(await ids({ mostBytes: 10 })).toEqual(['t2']);
    expect(await ids({ isWanted: () => false })).toEqual([]);
  });

  it('are not waited for at a pipe', async () => {
    transcript('one.jsonl', [call(1)]);
    execFileSync('mkfifo', [join(claudeProjectFolder(root, folder), 'pipe.jsonl')]);
    expect(await ids()).toEqual(['t1']);
  });
});

describe('the lines of a file from its end', () => {
  const linesOf = async (text: string, maxBytes = 1e8) => {
    const path = join(root, 'text');
    writeFileSync(path, text);
    const file = await open(path);
    const lines: string[] = [];
    for await (const line of linesFromEnd(file, Buffer.byteLength(text), maxBytes, () => undefined)) {
      lines.push(line.toString());
    }
    await file.close();
    return lines;
  };
  const long = fc.integer({ min: 0, max: 200_000 }).map((length) => 'ä'.repeat(length));

  it('are the lines in turned order, whatever they are', async () => {
    const text = fc.array(fc.oneof(fc.constant('\n'), fc.string(), long), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(text, async (parts) => {
        const whole = parts.join('');
        const turned = whole.split('\n').filter(Boolean).toReversed();
        // They are too long to be shown.
        expect((await linesOf(whole)).join('\n') === turned.join('\n')).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('leave out what is too long', async () => {
    expect(await linesOf(`a\n${'b'.repeat(11)}\n${'c'.repeat(10)}\nd`, 10)).toEqual(['d', 'cccccccccc', 'a']);
  });
});
