import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inCage, signalCaged } from '../support/leftovers.ts';
import type { ToolUse } from '../support/modelScript.ts';
import type { PtyProgram } from '../support/ptyProgram.ts';
import { type OpenScene, openScene } from '../support/scene.ts';
import type { Row, Serve } from '../support/serve.ts';
import { tryGates } from '../support/tryGates.ts';
import { gate } from '../support/until.ts';
import { ownHook, writeHook } from '../support/writeHook.ts';
import { cagedQwen } from './cagedQwen.ts';
import { type QwenHands, qwenHands } from './qwenHands.ts';

const shell = (command: string): ToolUse => ({
  name: 'run_shell_command',
  input: { command, description: 'A step', is_background: false },
});
const question: ToolUse = {
  name: 'ask_user_question',
  input: {
    questions: [
      {
        header: 'Color',
        question: 'Which color?',
        multiSelect: false,
        options: [
          { label: 'Red', description: 'warm' },
          { label: 'Blue', description: 'cold' },
        ],
      },
    ],
  },
};
/** The person's own settings, in a layout of their own. Where it finds no version Qwen Code writes one into the file. */
const mine = '{\n   "$version": 4, "ui": { "hideTips" : true },\n\n   "hooks": {}\n}\n';

const guard =
  'name: no-guarded\ndescription: Nothing guarded is touched.\ntrigger: before_tool\nmatcher: { tool: Shell }';
const guardScript = 'case "$(cat)" in *guarded*) echo "It is guarded." >&2; exit 2 ;; esac\nexit 0';

const isAtRest = ({ state, title }: Row) => state === 'idle' && title === 'Please play:once';

describe('Qwen Code', () => {
  let open: OpenScene;
  let qwen: PtyProgram & QwenHands;
  let serve: Serve;
  let settings: string;

  beforeAll(async () => {
    open = await openScene([cagedQwen()]);
    const { scene } = open;
    settings = join(scene.cage.workspace, '.qwen', 'settings.json');
    mkdirSync(join(scene.cage.workspace, '.qwen'));
    writeFileSync(settings, mine);
    writeHook(ownHook(scene, 'no-guarded'), guard, guardScript);
    await scene.install('qwen-code');
    serve = await scene.serve();
    const pty = scene.run('qwen');
    qwen = { ...pty, ...qwenHands(pty) };
    await serve.only('idle');
  });
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') process.stderr.write(`${open.story()}\n`);
  });
  afterAll(() => open.end());

  test('works, asks, is approved, and is idle again', async () => {
    const { model, cage, decide } = open.scene;
    const [first, last] = [gate(), gate()];
    const steps = [
      { tools: [shell('touch made.txt')], before: first },
      { text: 'All done.', before: last },
    ];
    model.script('touch', steps);
    await qwen.submit('Please play:touch');
    await serve.only('working');
    first.open();
    const row = await serve.asks();
    expect(row).toMatchObject({
      state: 'prompting',
      cwd: cage.workspace,
      prompt: {
        type: 'permission',
        tool: 'run_shell_command',
        summary: expect.stringContaining('touch made.txt'),
      },
    });
    expect(qwen.screen()).not.toMatch(/Allow execution of/u);
    await decide(row.decision, 'approve');
    await serve.only('working');
    await model.asked('touch', 1);
    expect(cage.has('made.txt')).toBe(true);
    last.open();
    expect(await serve.only('idle')).toMatchObject({ agent: row.agent });
  });

  test('is denied with a reason, which reaches the model', async () => {
    const { model, cage, decide } = open.scene;
    model.script('no', [{ tools: [shell('touch denied.txt')] }, { text: 'Not done.' }]);
    await qwen.submit('Please play:no');
    await decide((await serve.asks()).decision, 'deny', '-m', 'Not on a Friday, please.');
    expect(await model.asked('no', 1)).toContain('Not on a Friday, please.');
    await serve.only('idle');
    expect(cage.has('denied.txt')).toBe(false);
  });

  test('takes what Beckon types as one prompt, several lines too, and gets the name it is given', async () => {
    const { model } = open.scene;
    model.script('typed', [{ text: 'On it.' }]);
    await qwen.nudge('Go on.\n\nPlease play:typed');
    expect(await model.asked('typed')).toContain('Go on. Please play:typed');
    await qwen.sees(/On it\./u);
    await serve.only('idle');
    await qwen.submit('/rename Typed');
    await serve.until('the name', ([row]) => row?.title === 'Typed');
  });

  test('asks in its own terminal once that is chosen, and Esc there ends what is asked', async () => {
    const { model, cage, decide } = open.scene;
    model.script('esc', [{ tools: [shell('touch left.txt')] }]);
    await qwen.submit('Please play:esc');
    await decide((await serve.asks()).decision, 'escalate');
    await qwen.sees(/Allow execution of/u);
    expect(await serve.only('prompting')).not.toHaveProperty('decision');
    qwen.press('escape');
    await serve.only('idle');
    expect(cage.has('left.txt')).toBe(false);
  });

  test('shows its questions, which are answered in its terminal', async () => {
    const { model, beckon } = open.scene;
    model.script('ask', [{ tools: [question] }, { text: 'Red it is.' }]);
    await qwen.submit('Please play:ask');
    await qwen.sees(/Enter: Select/u);
    const { agent, prompt } = await serve.only('prompting');
    expect(prompt).toMatchObject({ type: 'question' });
    expect(await beckon('decide', agent, 'approve')).toMatchObject({ code: 1 });
    await qwen.choose(/Enter: Select/u);
    expect(await model.asked('ask', 1)).toContain('Red');
    await serve.only('idle');
  });

  test('is kept by a hook from what a person approved', async () => {
    const { model, cage, decide } = open.scene;
    model.script('guard', [{ tools: [shell('touch guarded.txt')] }, { text: 'Kept off.' }]);
    await qwen.submit('Please play:guard');
    await decide((await serve.asks()).decision, 'approve');
    expect(await model.asked('guard', 1)).toContain('It is guarded.');
    await serve.only('idle');
    expect(cage.has('guarded.txt')).toBe(false);
  });

  test('is kept from a prompt, told something with another, and kept from the end of its turn by hooks', async () => {
    await tryGates(open.scene, serve, qwen.submit);
  });

  test('fails with its model, and begins a new conversation in the same row', async () => {
    const { model } = open.scene;
    model.script('fails', [{ status: 401 }]);
    await qwen.submit('Please play:fails');
    const { agent } = await serve.only('failed');
    await qwen.submit('/clear');
    await serve.until('another conversation', (rows) =>
      rows.every((row) => row.agent !== agent && row.state === 'idle'),
    );
  });

  test('is over without a word of its own when it was to answer one prompt only', async () => {
    const { scene } = open;
    const { agent } = await serve.only('idle');
    scene.model.script('once', [{ text: 'That is all.' }]);
    scene.run('qwen', { args: ['-p', 'Please play:once'] });
    const isOther = (row: Row) => row.agent !== agent;
    await serve.until('another one, idle', () => serve.history().filter(isOther).some(isAtRest));
    await serve.until('the end of it', (rows) =>
      rows.every((row) => row.agent === agent || row.state === 'gone'),
    );
    expect(
      serve
        .history()
        .filter(isOther)
        .filter(({ state }) => state === 'exited'),
    ).toEqual([]);
  });

  test('is gone when it is killed, and its settings are what they were', async () => {
    const { cage, beckon } = open.scene;
    const { agent } = await serve.only('idle');
    for (const one of inCage(cage).filter(({ command }) => command.includes('qwen-code/cli.js'))) {
      signalCaged(one, 'SIGKILL');
    }
    expect(await serve.only('exited')).toMatchObject({ agent });
    expect(readFileSync(settings, 'utf8')).not.toBe(mine);
    expect(await beckon('uninstall', '--agent', 'qwen-code')).toMatchObject({ code: 0 });
    expect(readFileSync(settings, 'utf8')).toBe(mine);
  });
});
