import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from '../support/runProgram.ts';

/** What of one program may be known outside of its folder, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'src/core/event/heardEvent.ts':
    'of a payload that was cut off it knows whether enough is left: of others none is taken',
  'src/core/hookrun/toolNames.ts':
    'a table of HOOK.md: the tools of every program, also of those Beckon does not know',
  'src/core/runbook/exampleProgram.ts': 'the one program that examples of runbooks name',
  'src/core/settings/installRecord.ts': 'an undo record of an older Beckon has a field of that name',
};

/** What the programs are called: by their folders, of which `copilotCli` has what is named `copilot-cli`. */
const called = readdirSync(join(repository, 'src/programs'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'shared')
  .map(({ name }) => name.replaceAll(/(?=[A-Z])/gu, '[- ]?'));

/** What the programs are called, and what payloads and settings call things, as far as nothing else is called so. */
const knows = new RegExp(
  [
    'claude|hook_event_name|transcript_path|last_assistant_message|allowManagedHooksOnly',
    String.raw`payload\.(?:cwd|session_id)`,
    ...called,
  ].join('|'),
  'iu',
);

/** The files of `src` outside of the programs that know of one of them. */
function knowing(read: (file: string) => string): string[] {
  return globSync('src/**/*.*', { cwd: repository })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.startsWith('src/programs/'))
    .filter((file) => knows.test(file) || knows.test(read(file)))
    .sort();
}

const text = (file: string) => readFileSync(join(repository, file), 'utf8');

describe('what is known of one agent program', () => {
  it('is in its folder, but for a few exceptions', () => {
    expect(knowing(text)).toEqual(Object.keys(exceptions).sort());
  });

  it.each([
    '// as Claude Code does',
    "program === 'claude-code'",
    "program === 'copilot-cli'",
    "reader: 'Qwen Code'",
    'name.startsWith(`codex`)',
    'env.CLAUDE_PID',
    "typeof payload.cwd === 'string'",
    'const { transcript_path: transcript } = payload;',
  ])('is found: %s', (line) => {
    const planted = 'src/node/hub/agentHub.ts';
    const found = knowing((file) => (file === planted ? `${text(file)}${line}` : text(file)));
    expect(found).toContain(planted);
  });
});
