import { describe, expect, it } from 'vitest';
import { TerminalVoice } from '../../../src/cli/terminalVoice.ts';

function scene() {
  const written: string[] = [];
  const terminal = { isTaken: false };
  const screen = { columns: () => 80, rows: () => 24, draw: (text: string) => void written.push(text) };
  const err = (line: string) => void written.push(line);
  const voice = new TerminalVoice({ err, screen }, () => terminal.isTaken);
  const unseen = new TerminalVoice({ err }, () => terminal.isTaken);
  return { written, terminal, voice, unseen };
}

describe('what is said in a terminal', () => {
  it('is written at once where nobody else has it', () => {
    const { voice, written } = scene();
    voice.say('a', () => 'one');
    voice.say('a', () => undefined);
    voice.freed();
    expect(written).toEqual(['one']);
  });

  it('rings while somebody has it, and is written once when that one has gone', () => {
    const { voice, written, terminal } = scene();
    terminal.isTaken = true;
    voice.say('a', () => 'one');
    expect(written).toEqual(['\u0007']);
    terminal.isTaken = false;
    voice.freed();
    voice.freed();
    expect(written).toEqual(['\u0007', 'one']);
  });

  it('is what holds when the terminal is free, and the newest about each thing', () => {
    const { voice, written, terminal } = scene();
    const said = { line: 'early' as string | undefined };
    terminal.isTaken = true;
    voice.say('a', () => said.line);
    voice.say('b', () => 'old');
    voice.say('b', () => 'new');
    said.line = undefined;
    voice.freed();
    expect(written).toEqual(['\u0007', '\u0007', '\u0007', 'new']);
  });

  it('rings nowhere but in a terminal', () => {
    const { unseen, written, terminal } = scene();
    terminal.isTaken = true;
    unseen.say('a', () => 'one');
    expect(written).toEqual([]);
  });
});
