import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beckonHere } from '../../support/beckonHere.ts';
import { ownNode, repository, runProgram } from '../../support/runProgram.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'beckon-validate-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command in the folder. */
const beckon = (...args: string[]) => beckonHere(['runbook', ...args], { cwd: folder, env: {} });
/** Runs the shipped program there. */
const shipped = (...args: string[]) =>
  runProgram(ownNode, [join(repository, 'dist/beckon.cjs'), 'runbook', ...args], { cwd: folder });

const write = (content: string | Uint8Array) => writeFileSync(join(folder, 'r.yaml'), content);

const good = `agents: { a: { run: claude }, b: { run: claude } }
pipelines: { p: { steps: [{ name: s, agent: a }] } }
`;

describe('beckon runbook validate', () => {
  it('says what is in a runbook', async () => {
    write(good);
    expect(await shipped('validate', 'r.yaml')).toEqual({ code: 0, out: '2 agents, 1 pipeline\n', err: '' });
    write('agents: { a: { run: claude } }');
    expect(await beckon('validate', join(folder, 'r.yaml'))).toMatchObject({
      code: 0,
      out: '1 agent, 0 pipelines\n',
    });
  });

  it('exits 1 also where nobody reads all of what is wrong', async () => {
    write(Array.from({ length: 4000 }, (_, at) => `x${at}: 1`).join('\n'));
    const words = [ownNode, join(repository, 'dist/beckon.cjs'), 'runbook', 'validate', 'r.yaml'];
    const script = '"$@" | head -1 >/dev/null; echo "${PIPESTATUS[0]}"';
    const { out } = await runProgram('bash', ['-c', script, 'bash', ...words], { cwd: folder });
    expect(out).toBe('1\n');
  });

  it('writes no signs of its own to the terminal for the name of a file', async () => {
    const { err } = await beckon('validate', 'a\u001b[2Jb.yaml');
    expect(err).toMatch(/^a.*b\.yaml:1:1: error: /u);
    expect(err).not.toContain('\u001b');
  });

  it('prints each problem with its place, and exits 1', async () => {
    write('agents:\n  a:\n    rnu: claude\n');
    expect(await beckon('validate', 'r.yaml')).toEqual({
      code: 1,
      out: [
        "r.yaml:2:3: error: Add 'run', the command that starts the agent. (runbook.missing-run)\n",
        "r.yaml:3:5: error: Write 'run' instead of 'rnu'; an agent has no such key. (runbook.unknown-key)\n",
      ].join(''),
      err: '',
    });
  });

  it('says what a program cannot do, and what has to be switched on for it', async () => {
    write(`agents:
  plan: { run: codex exec, on_dead: resume }
  build: { run: copilot, on_prompt: { action: gate, run: ./allow } }
`);
    const env = { BECKON_HOME: join(folder, 'home') };
    const beckonThere = (...words: string[]) =>
      runProgram(ownNode, [join(repository, 'dist/beckon.cjs'), ...words], { cwd: folder, env });
    const validate = () => beckonThere('runbook', 'validate', 'r.yaml');
    const plan =
      "r.yaml:2:37: error: Use done, fail, escalate or gate for on_dead, or take 'exec' out of the command: with it Codex can't be resumed. (runbook.program-action)\n";
    const build =
      "r.yaml:3:47: warning: Run 'beckon answers copilot-cli on' first; until then, this gate's yes doesn't reach Copilot CLI. (runbook.answers-off)\n";
    expect(await validate()).toEqual({ code: 1, out: plan + build, err: '' });
    await beckonThere('answers', 'copilot-cli', 'on');
    expect(await validate()).toEqual({ code: 1, out: plan, err: '' });
  });

  it('exits 0 where there are only warnings', async () => {
    write('# nothing yet\n');
    expect(await beckon('validate', 'r.yaml')).toEqual({
      code: 0,
      out: "r.yaml:1:1: warning: Add an agent under 'agents'; the runbook has nothing in it. (runbook.nothing)\n0 agents, 0 pipelines\n",
      err: '',
    });
  });

  it('prints one JSON document with --json', async () => {
    write(good);
    const fine = await beckon('validate', 'r.yaml', '--json');
    expect([fine.code, JSON.parse(fine.out)]).toEqual([
      0,
      { ok: true, agents: ['a', 'b'], pipelines: ['p'], problems: [] },
    ]);
    write('agents: { a: claude }');
    const wrong = await beckon('validate', '--json', 'r.yaml');
    expect([wrong.code, JSON.parse(wrong.out)]).toEqual([
      1,
      {
        ok: false,
        agents: [],
        pipelines: [],
        problems: [
          {
            code: 'runbook.wrong-type',
            severity: 'error',
            message: expect.any(String),
            range: { start: { line: 1, column: 14 }, end: { line: 1, column: 20 } },
          },
        ],
      },
    ]);
  });

  it('says in one sentence that there is no file to look at', async () => {
    mkdirSync(join(folder, 'sub'));
    const unreadable = (name: string) =>
      new RegExp(`^${name}:1:1: error: [^\\n]+ \\(runbook.unreadable\\)\\n$`, 'u');
    for (const name of ['gone.yaml', 'sub', 'sub/../gone/x']) {
      expect(await beckon('validate', name)).toEqual({
        code: 1,
        out: '',
        err: expect.stringMatching(unreadable(name)),
      });
    }
    expect(JSON.parse((await beckon('validate', 'gone.yaml', '--json')).out)).toMatchObject({
      ok: false,
      problems: [{ code: 'runbook.unreadable' }],
    });
  });

  it.each([
    ['bytes that are no text', Uint8Array.from([0, 255, 254, 1]), 'runbook.not-utf8'],
    ['control characters', '\u0000\u0001\u001b[31m', 'runbook.wrong-type'],
  ])('takes %s', async (_, content, code) => {
    write(content);
    expect(await beckon('validate', 'r.yaml')).toEqual({
      code: 1,
      out: expect.stringMatching(new RegExp(`^r.yaml:1:1: error: [\\w ;,.'-]+ \\(${code}\\)\\n$`, 'u')),
      err: '',
    });
  });

  it('sends nothing to the terminal that the file has hidden in it', async () => {
    write('agents: { a: { run: x, "\\e[31m\\r\\u202ek": 1 } }');
    const { out } = await beckon('validate', 'r.yaml');
    expect(out).toContain("Take '[31m k' out");
  });

  it.each([
    [[], 'usage: beckon runbook validate FILE [--json]\n'],
    [['chekc'], 'usage: beckon runbook validate FILE [--json]\n'],
    [['validate'], 'beckon runbook validate: FILE is missing\n'],
    [['validate', 'a', 'b'], "beckon runbook validate: unexpected 'b'\n"],
    [
      ['validate', '--jsno', 'a'],
      "beckon runbook validate: unknown option '--jsno'; 'beckon runbook validate --help' lists them\n",
    ],
  ])('exits 2 where the words are off: %j', async (args, err) => {
    expect(await beckon(...args)).toEqual({ code: 2, out: '', err });
  });

  it.each([[['--help']], [['-h']], [['validate', '--help']]])('helps: %j', async (args) => {
    expect(await beckon(...args)).toMatchObject({ code: 0, out: expect.stringContaining('FILE [--json]') });
  });
});
