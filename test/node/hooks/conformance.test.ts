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
import type { AsyncHook } from '../../../src/core/hookrun/asyncHook.ts';
import { answerHooks } from '../../../src/node/hooks/answerHooks.ts';
import { readHookLog } from '../../../src/node/hooks/hookLog.ts';
import { runAsyncHooks } from '../../../src/node/hooks/runAsyncHooks.ts';
import { consentTo, trustWorkspace } from '../../../src/node/hooks/trust.ts';
import { beckonHere } from '../../support/beckonHere.ts';
import { conformanceCases, linesText } from '../../support/conformance.ts';
import type { Fields, GivenEvent, Said } from '../../support/conformanceRun.ts';
import { hangMs } from '../../support/hangMs.ts';
import { declaredEvent, ownPayload, runningPrograms, wantedReply } from '../../support/programCases.ts';
import { ownNode, repository, runProgram } from '../../support/runProgram.ts';

type Lines = Readonly<Record<string, readonly string[]>>;

interface Input {
  readonly hooks: readonly {
    readonly folder: string;
    readonly file: readonly string[];
    readonly scripts: Lines;
  }[];
  readonly event: GivenEvent & Fields;
  readonly programs?: Lines;
  readonly files?: Readonly<Record<string, string>>;
}

interface Expected {
  readonly operation: Said['operation'];
  readonly context?: string;
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

/** Makes what a case wants to be there. */
async function furnish({ hooks, programs, files }: Input) {
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
  return { work, home, env };
}

/** Makes what a case wants to be there, and lets its event happen. */
async function happen(input: Input) {
  const { hooks, event } = input;
  const { work, env } = await furnish(input);
  const args = ['hooks', 'run', '--trigger', String(event.event_type), '--workspace', work];
  const told = JSON.stringify({ ...event, work_dir: work });
  // What runs in the background does so in another process of the shipped program.
  const { out } = hooks.some(isInBackground)
    ? await runProgram(ownNode, [join(repository, 'dist/beckon.cjs'), ...args], { env, input: told })
    : await beckonHere(args, { cwd: root, env, input: told });
  return { work, said: JSON.parse(out) };
}

/** Waits for the files a case leaves; the others are not there then. */
async function hasFiles(work: string, { files = {}, absent = [] }: Expected): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    await expect.poll(() => read(join(work, file)), { timeout: hangMs }).toBe(text);
  }
  for (const file of absent) {
    expect(existsSync(join(work, file))).toBe(false);
  }
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
    await hasFiles(work, expected);
    for (const [file, fields] of Object.entries(expected.stdin ?? {})) {
      expect(JSON.parse(read(join(work, file)) ?? '')).toMatchObject(fields);
    }
  });
});

// What a hook does is the same for all programs, which has been tried; what is tried here is that it does so for each.
const examples = conformanceCases<Input, Expected>('runs/examples');

describe.each(runningPrograms.map((one) => [one.name, one] as const))('%s', (_, program) => {
  const { id, hooks } = program;
  const isDeclared = ({ input }: (typeof examples)[number]) =>
    declaredEvent(program, input.event) !== undefined;

  it.each(examples.filter(isDeclared))('$id: $shows', async ({ input, expected }) => {
    const event = declaredEvent(program, input.event) ?? '';
    const { work, home, env } = await furnish(input);
    const payload = ownPayload(id, { ...input.event, work_dir: work });
    const started: AsyncHook[] = [];
    const { reply, denied } = await answerHooks({
      program: hooks,
      event,
      payload: payload ?? {},
      now: 0,
      ...{ home, env, workspace: work },
      startAsync: async (later) => void started.push(...later),
    });
    await runAsyncHooks(JSON.stringify(started), env);
    const { operation, reason, context } = expected;
    const heeded = wantedReply(id, event, {
      operation,
      ...(context === undefined ? {} : { context }),
      ...(reason === undefined ? {} : { reason }),
    });
    expect(reply === '' ? null : JSON.parse(reply)).toEqual(heeded);
    expect(denied).toBe(operation === 'blocked' && hooks.honours(event));
    for (const { folder, file } of input.hooks) {
      const ran = expected.ran.some((name) => file.includes(`name: ${name}`));
      expect(await readHookLog(home, folderOf(folder))).toHaveLength(ran ? 1 : 0);
    }
    await hasFiles(work, expected);
  });

  it.each(examples.filter((one) => !isDeclared(one)))('says nothing of: $id', ({ input }) => {
    expect(ownPayload(id, input.event)).toBeUndefined();
  });
});
