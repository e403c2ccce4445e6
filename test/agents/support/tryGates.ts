import { expect } from 'vitest';
import type { Scene } from './scene.ts';
import type { Serve } from './serve.ts';
import { until } from './until.ts';
import { ownHook, writeHook } from './writeHook.ts';

const prompts = `case $(cat) in
  *play:never*) touch kept; echo 'Not this one.' >&2; exit 2 ;;
  *play:gate*) echo '{"additional_context": "Mind the tests."}' ;;
esac
exit 0`;

/** Open, unless there is a file; that is gone once the gate held. */
const gate = `rm closed 2>/dev/null || exit 0
echo 'Not before the gate is open.' >&2
exit 2`;

/**
 * The same prompt hook and the same gate at the end of a turn, with whatever program is on the terminal: a prompt is kept
 * from the model, a text comes with another one, and a turn goes on once.
 */
export async function tryGates(
  scene: Scene,
  serve: Serve,
  submit: (line: string) => Promise<void>,
): Promise<void> {
  const { model, cage } = scene;
  writeHook(ownHook(scene, 'prompts'), 'name: prompts\ndescription: Prompts\ntrigger: before_agent', prompts);
  writeHook(ownHook(scene, 'gate'), 'name: gate\ndescription: A gate\ntrigger: before_stop', gate);
  await scene.beckon('hooks', 'list');
  await submit('Please play:never');
  await until('a prompt that was kept', () => cage.has('kept'));
  cage.touch('closed');
  model.script('gate', [{ text: 'Done.' }, { text: 'Now it is.' }]);
  await submit('Please play:gate');
  expect(await model.asked('gate')).toContain('Mind the tests.');
  expect(await model.asked('gate', 1)).toContain('Not before the gate is open.');
  await serve.only('idle');
  expect(cage.has('closed')).toBe(false);
  expect(model.story()).not.toContain('never 0');
}
