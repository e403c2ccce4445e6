import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFailed } from 'vitest';
import type { Step, ToolUse } from '../support/modelScript.ts';
import { type OpenScene, openScene, type Scene } from '../support/scene.ts';
import type { Serve } from '../support/serve.ts';
import { tryGates } from '../support/tryGates.ts';
import { gate, until } from '../support/until.ts';
import { ownHook, writeHook } from '../support/writeHook.ts';
import { cagedCopilot } from './cagedCopilot.ts';
import { type InteractiveCopilot, startCopilot } from './copilotHands.ts';

const shell = (command: string): ToolUse => ({
  name: 'bash',
  input: { command, description: 'A step', mode: 'sync' },
});
const touch = (file: string): readonly Step[] => [
  { tools: [shell(`touch ${file}`)] },
  { text: 'It is over.' },
];

// One conversation after the other: to start Copilot CLI takes seconds.
describe('Copilot CLI', () => {
  let open: OpenScene;
  let scene: Scene;
  let serve: Serve;
  let copilot: InteractiveCopilot;
  const entries = () => join(scene.cage.workspace, '.github', 'hooks', 'beckon.json');

  beforeAll(async () => {
    open = await openScene([cagedCopilot()]);
    ({ scene } = open);
    await scene.install('copilot-cli');
    // It runs all of these as well.
    await scene.beckon('install', '--agent', 'copilot-cli', '--scope', 'user');
    await scene.install();
    const claudes = join(scene.cage.workspace, '.claude');
    copyFileSync(join(claudes, 'settings.local.json'), join(claudes, 'settings.json'));
    serve = await scene.serve();
    copilot = await startCopilot(scene);
  });
  afterAll(() => open.end());
  beforeEach(() => {
    onTestFailed(() => {
      process.stderr.write(`${open.story()}\n`);
    });
  });

  it('works, and is idle when it is done', async () => {
    const spoken = gate();
    scene.model.script('read', [{ tools: [shell('ls')] }, { text: 'Nothing there.', before: spoken }]);
    await copilot.submit('Please play:read');
    await serve.only('working');
    spoken.open();
    const { agent } = await serve.only('idle');
    expect(agent).toMatch(/^copilot-cli:/u);
    // What is allowed anyway asks nobody, though its hooks are called as if.
    expect(serve.history().filter(({ state }) => state === 'prompting')).toEqual([]);
  });

  it('takes what Beckon types as one prompt, and keeps what is half written', async () => {
    scene.model.script('typed', [{ text: 'On it.' }]);
    await copilot.nudge('Go on.\n\nPlease play:typed', 'half a draft');
    expect(await scene.model.asked('typed')).toContain('Go on. Please play:typed');
    await copilot.sees(/^❯ half a draft/mu);
    copilot.type('\u0015');
    await copilot.seesNo(/^❯ half a draft/mu);
    await serve.only('idle');
  });

  it('asks, and is idle after an Esc that no hook tells of', async () => {
    scene.model.script('esc', touch('esc.txt'));
    await copilot.submit('Please play:esc');
    const { prompt } = await serve.until('what is asked, in full', (rows) =>
      rows.find((row) => row.prompt?.tool !== undefined),
    );
    expect(prompt).toMatchObject({
      type: 'permission',
      tool: 'bash',
      summary: expect.stringContaining('touch esc.txt'),
    });
    await copilot.answer('escape');
    expect(await serve.only('idle')).not.toHaveProperty('decision');
    expect(scene.cage.has('esc.txt')).toBe(false);
  });

  it('goes on where it is answered in its own terminal, before the tool is done', async () => {
    scene.model.script('wait', [
      { tools: [shell('touch begun.txt; while [ ! -e go ]; do sleep 0.1; done')] },
      { text: 'It is over.' },
    ]);
    await copilot.submit('Please play:wait');
    await serve.only('prompting');
    await copilot.answer('enter');
    await until('the tool to run', () => scene.cage.has('begun.txt'));
    await serve.only('working');
    scene.cage.touch('go');
    await serve.only('idle');
  });

  it.each([
    { answer: 'approve', file: 'approved.txt', isMade: true },
    { answer: 'deny', file: 'denied.txt', isMade: false },
  ])('takes an answer from outside, where that is wanted: $answer', async ({ answer, file, isMade }) => {
    await scene.beckon('answers', 'copilot-cli', 'on');
    scene.model.script(answer, touch(file));
    await copilot.submit(`Please play:${answer}`);
    const { decision } = await serve.asks();
    await scene.decide(decision, answer);
    await serve.only('idle');
    expect(scene.cage.has(file)).toBe(isMade);
    // Its second entry did not ask once more.
    expect(serve.history().findLast((row) => row.decision !== undefined)?.decision).toBe(decision);
    expect(copilot.written()).not.toMatch(new RegExp(`touch ${file}[^]*Do you want to run`, 'u'));
    await scene.beckon('answers', 'copilot-cli', 'off');
  });

  it('asks about a new file in the same words by its transcript and by its request', async () => {
    const path = join(scene.cage.workspace, 'made.txt');
    const make: readonly Step[] = [
      { tools: [{ name: 'create', input: { path, file_text: 'one\ntwo\n' } }] },
      { text: 'It is over.' },
    ];
    scene.model.script('told', make);
    await copilot.submit('Please play:told');
    const { prompt } = await serve.until('what is asked, in full', (rows) =>
      rows.find((row) => row.prompt?.tool !== undefined),
    );
    expect(prompt).toMatchObject({ tool: 'create', summary: expect.stringContaining(path) });
    await copilot.answer('escape');
    await serve.only('idle');
    await scene.beckon('answers', 'copilot-cli', 'on');
    scene.model.script('held', make);
    await copilot.submit('Please play:held');
    const held = await serve.asks();
    expect(held.prompt).toEqual(prompt);
    await scene.decide(held.decision, 'approve');
    await serve.only('idle');
    expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
    await scene.beckon('answers', 'copilot-cli', 'off');
  });

  it('is kept from a tool by a hook, with the reason', async () => {
    const keys = 'trigger: before_tool\nmatcher:\n  tool: Shell\n  pattern: guarded';
    const script = 'cat >/dev/null\necho "Not this file." >&2\nexit 2';
    writeHook(
      ownHook(scene, 'guard'),
      `name: guard\ndescription: Keeps files from being made\n${keys}`,
      script,
    );
    await scene.beckon('hooks', 'list');
    scene.model.script('guard', touch('guarded.txt'));
    await copilot.submit('Please play:guard');
    expect(await scene.model.asked('guard', 1)).toContain('Not this file.');
    await serve.only('idle');
    expect(scene.cage.has('guarded.txt')).toBe(false);
  });

  it('is kept from a prompt, told something with another, and kept from the end of its turn by hooks', async () => {
    await tryGates(scene, serve, copilot.submit);
  });

  it('is seen to end when it is killed, also while it asks', async () => {
    scene.model.script('kill', touch('kill.txt'));
    await copilot.submit('Please play:kill');
    await serve.only('prompting');
    await copilot.killHard();
    expect(await serve.only('exited')).not.toHaveProperty('decision');
  });

  it('was one row all the time, though it ran the entries of Claude Code too', () => {
    expect(new Set(serve.history().map(({ agent }) => agent)).size).toBe(1);
  });

  it('leaves nothing behind when its entries are taken out', async () => {
    expect(JSON.parse(readFileSync(entries(), 'utf8'))).toMatchObject({ version: 1 });
    const { code } = await scene.beckon(
      'uninstall',
      '--agent',
      'copilot-cli',
      '--workspace',
      scene.cage.workspace,
    );
    expect([code, existsSync(join(scene.cage.workspace, '.github'))]).toEqual([0, false]);
  });
});
