import { appendFileSync, mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Event } from '../../../../src/core/event/event.ts';
import { Transcripts } from '../../../../src/node/evidence/transcripts.ts';
import { parseTranscriptLine } from '../../../../src/programs/claudeCode/pure/transcript.ts';
import { RecordReader } from '../../../../src/programs/shared/node/recordReader.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'beckon-transcript-'));
  path = join(folder, 's1.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function record(at: number, type: string, content: unknown, more: Record<string, unknown> = {}): string {
  const timestamp = new Date(at).toISOString();
  return `${JSON.stringify({ type, uuid: `u${at}`, timestamp, sessionId: 's1', message: { content }, ...more })}\n`;
}

const prompt = (at: number, text: string) => record(at, 'user', text);
const said = (at: number, text: string) => record(at, 'assistant', [{ type: 'text', text }]);
const asked = (at: number) =>
  record(at, 'assistant', [{ type: 'tool_use', name: 'AskUserQuestion', id: 'c1' }]);
const blob = (bytes: number) =>
  `${JSON.stringify({ type: 'api-request-blob', message: 'x'.repeat(bytes) })}\n`;
const open = (file: string, session: string) =>
  new RecordReader(file, (line) => parseTranscriptLine(line, session));
const told = (events: readonly Event[]) => events.map(({ type, at }) => `${type}@${at}`);

describe('a transcript', () => {
  it('is summed up at the first look, then told record by record', async () => {
    writeFileSync(path, prompt(1, 'Begin') + asked(2) + said(3, 'Ünï'));
    const follower = open(path, 's1');
    const [first, ...others] = await follower.read();
    expect(first).toMatchObject({
      type: 'quietNoticed',
      at: 3,
      facts: { firstPrompt: 'Begin', lastMessage: 'Ünï' },
    });
    expect(others).toEqual([]);
    expect(await follower.read()).toEqual([]);
    appendFileSync(path, prompt(4, 'More') + said(5, 'Done'));
    expect(told(await follower.read())).toEqual(['workNoticed@4', 'quietNoticed@5']);
  });

  it('is the newest record by its time, though it was written before another', async () => {
    writeFileSync(path, prompt(1, 'Begin') + said(9, 'Last') + asked(5));
    expect(told(await open(path, 's1').read())).toEqual(['quietNoticed@9']);
  });

  it('that is written byte by byte gives every record once', async () => {
    writeFileSync(path, '');
    const follower = open(path, 's1');
    const events = [...(await follower.read())];
    for (const byte of Buffer.from(prompt(4, 'ä€😀') + said(5, 'ß'))) {
      appendFileSync(path, Buffer.from([byte]));
      events.push(...(await follower.read()));
    }
    expect(told(events)).toEqual(['workNoticed@4', 'quietNoticed@5']);
    expect(events[0]?.facts?.firstPrompt).toBe('ä€😀');
  });

  it('of many megabytes is read at its beginning and its end only', async () => {
    writeFileSync(
      path,
      prompt(1, 'Begin') + blob(3_000_000) + prompt(5, 'Middle') + blob(3_000_000) + said(9, 'End'),
    );
    const [latest, ...others] = await open(path, 's1').read();
    expect(others).toEqual([]);
    expect(latest).toMatchObject({ at: 9, facts: { firstPrompt: 'Begin', lastMessage: 'End' } });
  });

  it('counts a record that begins exactly where its end is entered', async () => {
    const end = said(9, 'x'.repeat(256 * 1024 - said(9, '').length));
    writeFileSync(path, blob(400_000) + end);
    expect(told(await open(path, 's1').read())).toEqual(['quietNoticed@9']);
  });

  it('grows by a record too large to keep, and goes on after it', async () => {
    writeFileSync(path, prompt(1, 'Begin'));
    const follower = open(path, 's1');
    await follower.read();
    appendFileSync(path, record(2, 'user', 'x'.repeat(2_200_000)) + said(3, 'After'));
    expect(told(await follower.read())).toEqual(['quietNoticed@3']);
  });

  it('that grew too much to catch up is summed up', async () => {
    writeFileSync(path, prompt(1, 'Begin'));
    const follower = open(path, 's1');
    await follower.read();
    appendFileSync(path, asked(2) + blob(9_000_000) + said(3, 'After'));
    expect(told(await follower.read())).toEqual(['quietNoticed@3']);
  });

  it('may come late, be cut short, be replaced, and go', async () => {
    const follower = open(path, 's1');
    expect(await follower.read()).toEqual([]);
    writeFileSync(path, prompt(1, 'Begin') + said(2, 'Done'));
    expect(told(await follower.read())).toEqual(['quietNoticed@2']);
    truncateSync(path, 0);
    appendFileSync(path, prompt(3, 'x'));
    expect(told(await follower.read())).toEqual(['workNoticed@3']);
    writeFileSync(`${path}.new`, prompt(4, 'Another, and longer than the first') + said(5, 'y'));
    renameSync(`${path}.new`, path);
    const replaced = await follower.read();
    expect(told(replaced)).toEqual(['quietNoticed@5']);
    expect(replaced[0]?.facts?.firstPrompt).toBe('Another, and longer than the first');
    rmSync(path);
    expect(await follower.read()).toEqual([]);
  });

  it('says nothing by lines that are none, by subagents and by other conversations', async () => {
    const others = [
      'torn {"type":"user"\n',
      '\n\r\n',
      record(2, 'user', 'x', { sessionId: 'former' }),
      record(3, 'assistant', 'x', { isSidechain: true }),
      record(4, 'system', 'x'),
    ];
    writeFileSync(path, `${prompt(1, 'Begin').trim()}\r\n${others.join('')}`);
    expect(told(await open(path, 's1').read())).toEqual(['workNoticed@1']);
  });

  it('that is a folder says nothing', async () => {
    expect(await open(folder, 's1').read()).toEqual([]);
  });
});

describe('the transcripts that are followed', () => {
  it('are those of the conversations that live; another path is another file', async () => {
    const events: Event[] = [];
    const transcripts = new Transcripts({
      open,
      tell: (event) => events.push(event),
      log: () => {},
    });
    writeFileSync(path, prompt(1, 'x'));
    await transcripts.sweep();
    transcripts.follow('s1', path);
    await Promise.all([transcripts.sweep(), transcripts.look('s1'), transcripts.look('other')]);
    expect(told(events)).toEqual(['workNoticed@1']);
    const moved = join(folder, 'moved.jsonl');
    writeFileSync(moved, prompt(2, 'y'));
    transcripts.follow('s1', moved);
    await transcripts.sweep();
    expect(told(events)).toEqual(['workNoticed@1', 'workNoticed@2']);
    transcripts.follow('s1', undefined);
    appendFileSync(moved, prompt(3, 'z'));
    await transcripts.sweep();
    expect(events).toHaveLength(2);
  });
});
