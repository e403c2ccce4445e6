import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { inputBox, isCleared } from './support/claudeHands.ts';
import { isNoted, pendingOf, runIs, signals, startRun, writeRunbook, writeWork } from './support/runs.ts';
import { it } from './support/scene.ts';
import { gate, until } from './support/until.ts';

describe('a nudge that ends the real Claude Code to resume it', () => {
  it('waits while a person types, also when its cooldown is over', async ({ scene }) => {
    // On a busy machine a turn may outlast the cooldown. It is nudged at its end then, and the next turn is a short one.
    writeWork(scene, 'on_idle: { action: nudge, attempts: forever, cooldown: 3s, message: "More." }');
    const typing = gate();
    scene.model.script('work', [{ text: 'Turn 1.' }, { text: 'Turn 2.\n\nIt is', midway: typing }]);
    const terminal = await startRun(scene, 'work', 'complete', ['--grace', '600']);
    await terminal.sees(/Turn 2\./u);
    terminal.type('Half a thought');
    const shown = () => /❯\sHalf a thought(x?)\b/u.exec(terminal.screen())?.[1];
    await until('the half thought', () => shown() === '', { instead: terminal.screen });
    // The person is at it when a cooldown begins.
    typing.open();
    let wanted = '';
    await until('a wait for the grace', async () => {
      // A letter, and backspace, each when the other is seen: keys that come together mean something else.
      if (shown() === wanted) {
        wanted = wanted === '' ? 'x' : '';
        terminal.type(wanted || '\u007f');
      }
      const pending = await pendingOf(scene);
      return pending?.kind === 'cooldown' && pending.dueAt > Date.now() + 300_000;
    });
    await until('the half thought', () => shown() === wanted, { instead: terminal.screen });
  });

  it('is not given while it shows a dialog that the person opened', async ({ scene }) => {
    writeRunbook(scene, 'agents:\n  work: { run: CLAUDE, prompt: "Please play:work", on_idle: escalate }\n');
    scene.model.script('work', [{ text: 'I wait.' }, signals, { text: 'That was all.' }]);
    const terminal = await startRun(scene, 'work');
    const { id: run } = await runIs(scene, 'waits', ({ decision }) => decision?.source === 'idle');
    await terminal.submit('/model');
    await terminal.sees(/Select model/u);
    const sessions = join(scene.cage.home, '.claude', 'sessions');
    const told = () => readdirSync(sessions).map((name) => readFileSync(join(sessions, name), 'utf8'));
    await until('word of the dialog', () => told().some((one) => one.includes('"waiting"')));
    await scene.beckon('decide', run, 'nudge', '-m', 'Now say it.');
    await runIs(
      scene,
      'waits again',
      ({ decision }) => decision?.context.includes('a dialog. Close') ?? false,
    );
    await terminal.sees(/Select model/u);
    terminal.press('escape');
    await until('the end of the dialog', () => told().every((one) => !one.includes('"waiting"')));
    await scene.beckon('decide', run, 'nudge', '-m', 'Now say it.');
    await runIs(scene, 'is done', ({ status }) => status === 'done');
  });

  const onLinux = it.runIf(process.platform === 'linux'); // only Linux tells of the input of others
  onLinux('is not given while an editor that it opened has the terminal', async ({ scene }) => {
    const editor = join(scene.cage.home, 'editor');
    writeFileSync(editor, '#!/bin/sh\necho The editor is open.\nread line\n', { mode: 0o755 });
    const run = `EDITOR='${editor}' VISUAL='${editor}' CLAUDE`;
    writeRunbook(
      scene,
      `agents:\n  work: { run: "${run}", prompt: "Please play:work", on_idle: escalate }\n`,
    );
    scene.model.script('work', [{ text: 'I wait.' }, signals, { text: 'That was all.' }]);
    const terminal = await startRun(scene, 'work');
    const { id } = await runIs(scene, 'waits', ({ decision }) => decision?.source === 'idle');
    terminal.type('\u0007');
    await terminal.sees(/The editor is open\./u);
    await scene.beckon('decide', id, 'nudge', '-m', 'Now say it.');
    await runIs(
      scene,
      'waits again',
      ({ decision }) => decision?.context.includes('has opened a program') ?? false,
    );
    terminal.press('enter');
    await terminal.sees(inputBox);
    await isNoted(scene, 'I wait.');
    await scene.beckon('decide', id, 'nudge', '-m', 'Now say it.');
    await runIs(scene, 'is done', ({ status }) => status === 'done');
  });
});

describe('a signal from inside of the real Claude Code', () => {
  it('is that of its run also after /clear, and after /resume of another conversation', async ({ scene }) => {
    scene.model.script('other', [{ text: 'I am another one.' }]);
    const other = '11111111-2222-4333-8444-555555555555';
    const { ended } = scene.headless('Please play:other', { args: ['--session-id', other] });
    expect(await ended).toMatchObject({ code: 0 });
    writeRunbook(scene, 'agents:\n  work: { run: CLAUDE, prompt: "Please play:work", on_idle: escalate }\n');
    scene.model.script('work', [{ text: 'I wait.' }]);
    scene.model.script('again', [signals, { text: 'That was all.' }]);
    const terminal = await startRun(scene, 'work');
    const { agent: first } = await runIs(scene, 'waits', ({ decision }) => decision?.source === 'idle');
    await terminal.submit('/clear');
    // What is typed before that is over is lost, or becomes a part of it.
    await runIs(scene, 'follows its agent', ({ agent }) => agent !== first && agent !== '');
    await until('a clear screen', () => isCleared(terminal.screen()), { instead: terminal.screen });
    await terminal.submit(`/resume ${other}`);
    await runIs(scene, 'follows its agent', ({ agent }) => agent === `claude-code:${other}`);
    await terminal.sees(/I am another one\./u);
    await terminal.submit('Please play:again');
    await runIs(scene, 'is done', ({ status }) => status === 'done');
  });
});
