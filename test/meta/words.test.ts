import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from '../support/runProgram.ts';

/** Words that were replaced by plainer ones, each beside what is said now. */
const replaced: readonly (readonly [was: RegExp, is: string])[] = [
  [/Also remembers/u, 'Auto-accept all edits in this session'],
  [/overlook the file/u, 'The file will be hidden from Git.'],
  [/hears the agents in/u, 'Beckon is set up for x.'],
  [/hears every agent/u, 'Connected'],
  [/To mend it/u, 'To fix it'],
  [/saying goodbye/u, 'exits unexpectedly'],
  [
    /of this kind are off|status bar go on/u,
    'Permission notifications are muted. The tree and status bar still update.',
  ],
  [/Select a line to/u, 'Select an issue to fix it'],
  [/What it is made from/u, 'Choose a template'],
  [/Whose hook it is/u, 'Where should it live?'],
  [/Yours — for/u, 'All my projects'],
  [/Says nothing yet/u, 'Empty hook'],
  [/and May Approve/u, 'Allow, Including Auto-Approve'],
  [/waits: (?:idle|ended)/u, 'waiting: agent idle'],
  [/It is not known where/u, "Beckon can't find X's terminal."],
  [/Match with Recent/u, 'Test Against Recent Tool Calls'],
  [/\b[Ss]end [Bb]ack\b|['"*]Back['"*]/u, 'Send Feedback'],
  [/['"*]Forget['"*]/u, 'Remove from List'],
];

/** Lines with words that were replaced; a comment is for nobody but us. */
function oldWords(text: string): readonly string[] {
  const lines = text.split('\n').filter((line) => !/^\s*(?:\/\/|\/?\*\*? )/u.test(line));
  return lines.flatMap((line) =>
    replaced.filter(([was]) => was.test(line)).map(([, is]) => `${line.trim()} → ${is}`),
  );
}

describe('what a person reads', () => {
  it('has none of the words that were replaced', () => {
    const all = ['src', 'docs'].flatMap((folder) =>
      readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.(?:ts|md)$/u.test(file))
        .map((file) => join(folder, file)),
    );
    const files = [...all, 'package.nls.json', 'README.md', 'tools/demo/README.md'];
    expect(all.length).toBeGreaterThan(100);
    expect(
      files.flatMap((file) =>
        oldWords(readFileSync(join(repository, file), 'utf8')).map((line) => `${file}: ${line}`),
      ),
    ).toEqual([]);
  });

  it.each([
    '  "command.forget": "Forget",',
    'const title = l10n.t(\'It is not known where "{0}" runs.\', name);',
    '- *Send Back* lets the agent try again.',
  ])('finds the planted line: %s', (line) => {
    expect(oldWords(`// It is not known where.\n${line}\n`)).toHaveLength(1);
  });
});
