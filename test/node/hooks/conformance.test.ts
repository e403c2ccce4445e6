import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readHookLog } from '../../../src/node/hooks/hookLog.ts';
import { consentTo, trustWorkspace } from '../../../src/node/hooks/trust.ts';
import { beckonHere } from '../../support/beckonHere.ts';
import { conformanceCases, linesText } from '../../support/conformance.ts';
import { hangMs } from '../../support/hangMs.ts';
import { ownNode, repository, runProgram } from '../../support/runProgram.ts';

type Lines = Readonly<Record<string, readonly string[]>>;

interface Input {
  readonly hooks: readonly {
    readonly folder: string;
    readonly file: readonly string[];
    readonly scripts: Lines;
  }[];
  readonly event: Readonly<Record<string, unknown>>;
  readonly programs?: Lines;
  readonly files?: Readonly<Record<string, string>>;
}

interface Expected {
  readonly operation: string;
  readonly ran: readonly string[];
  readonly reason?: string;
  readonly logged?: boolean;
  readonly files?: Readonly<Record<string, string>>;
  readonly absent?: readonly string[];
  readonly stdin?: Readonly<Record<string, object>>;
  readonly input?: unknown;
}

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'beckon-conform-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }));

function writeLines(folder: string, files: Lines = {}, mode = 0o644): void {
  for (const [name, lines] of Object.entries(files)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, linesText(lines));
    chmodSync(file, mode);
  }
}

const isInBackground = ({ file }: Input['hooks'][number]) => file.includes('async: true');

/** Where a hook of a case lies, such as `user/a`. */
function folderOf(hook: string): string {
  const [scope, ...rest] = hook.split('/');
  const place = scope === 'project' ? ['work', '.agents'] : ['config', 'agents'];
  return join(root, ...place, 'hooks', ...rest);
}

/** Makes what a case wants to be there, and lets its event happen. */
async function happen({ hooks, event, programs, files }: Input) {
  const [work, home] = [join(root, 'work'), join(root, 'beckon')];
  mkdirSync(work);
  for (const [name, text] of Object.entries(files ?? {})) {
    writeFileSync(join(work, name), text);
  }
  writeLines(join(root, 'bin'), programs, 0o755);
  for (const { folder, file, scripts } of hooks) {
    const path = folderOf(folder);
    writeLines(path, { 'HOOK.md': file });
    writeLines(join(path, 'scripts'), scripts, 0o755);
    if (folder.startsWith('project/')) {
      await consentTo(home, path, { allowed: true, mayApprove: false });
    }
  }
  await trustWorkspace(home, work, true);
  const env = {
    PATH: `${join(root, 'bin')}:${process.env.PATH}`,
    HOME: root,
    XDG_CONFIG_HOME: join(root, 'config'),
    BECKON_HOME: home,
  };
  const args = ['hooks', 'run', '--trigger', String(event.event_type), '--workspace', work];
  const input = JSON.stringify({ ...event, work_dir: work });
  // What runs in the background does so in another process of the shipped program.
  const { out } = hooks.some(isInBackground)
    ? await runProgram(ownNode, [join(repository, 'dist/beckon.cjs'), ...args], { env, input })
    : await beckonHere(args, { cwd: root, env, input });
  return { work, said: JSON.parse(out) };
}

const operations: Readonly<Record<string, string>> = { allow: 'continues', deny: 'blocked', ask: 'asked' };
const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

describe('a case of the conformance suite that is run for real', () => {
  it.each(conformanceCases<Input, Expected>('runs'))('$id: $shows', async ({ input, expected }) => {
    const { work, said } = await happen(input);
    expect(operations[said.decision]).toBe(expected.operation);
    expect(said.ran.map(({ name }: { name: string }) => name)).toEqual(expected.ran);
    if (expected.reason !== undefined) {
      expect(said.reason).toBe(expected.reason);
    }
    if ('input' in expected) {
      expect(said.modified_input ?? null).toEqual(expected.input);
    }
    if (expected.logged) {
      const list = await runProgram('sh', ['-c', 'cat "$0"/*.jsonl', join(root, 'beckon', 'hooklog')]);
      expect(list.out).toMatch(/"(?:reason|log)":/u);
    }
    // Those in the background are over too: none may outlive its test.
    for (const { folder, file } of input.hooks.filter(isInBackground)) {
      const log = () => readHookLog(join(root, 'beckon'), folderOf(folder));
      const ran = expected.ran.some((name) => file.includes(`name: ${name}`));
      await expect.poll(log, { timeout: hangMs }).toHaveLength(ran ? 1 : 0);
    }
    for (const [file, text] of Object.entries(expected.files ?? {})) {
      await expect.poll(() => read(join(work, file)), { timeout: hangMs }).toBe(text);
    }
    for (const [file, fields] of Object.entries(expected.stdin ?? {})) {
      expect(JSON.parse(read(join(work, file)) ?? '')).toMatchObject(fields);
    }
    for (const file of expected.absent ?? []) {
      expect(existsSync(join(work, file))).toBe(false);
    }
  });
});
