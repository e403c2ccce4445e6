import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run } from '../../../src/core/run/run.ts';
import { RunFiles } from '../../../src/node/run/runFiles.ts';
import { ownNode } from '../../support/runProgram.ts';
import { allowed } from './cagedClaude.ts';
import type { InteractiveClaude } from './interactiveClaude.ts';
import { bash } from './modelScript.ts';
import { claudeProgram } from './programFile.ts';
import type { Scene } from './scene.ts';
import { beckonProgram } from './serve.ts';
import { until } from './until.ts';

/** A step of the model in which the agent says what {@link startRun} lets it say. */
export const signals = { tools: [bash(allowed)] };

/** Writes a runbook for the workspace, or for another folder; CLAUDE stands for the program. */
export function writeRunbook({ cage }: Scene, text: string, folder = cage.workspace): void {
  mkdirSync(join(folder, '.agents'), { recursive: true });
  const whole = text.replaceAll(/\bCLAUDE\b/gu, `'${claudeProgram()}'`);
  writeFileSync(join(folder, '.agents', 'runbook.yaml'), whole);
}

/** Writes a runbook with one agent, `work`, that is told `Please play:work`, and rules for it. */
export function writeWork(scene: Scene, ...rules: readonly string[]): void {
  const lines = ['run: CLAUDE', 'prompt: "Please play:work"', ...rules].map((line) => `    ${line}\n`);
  writeRunbook(scene, `agents:\n  work:\n${lines.join('')}`);
}

/** Starts a run in a terminal of its own. Its agent may say `signal` without a permission, and nothing else. */
export async function startRun(
  scene: Scene,
  name: string,
  signal = 'complete',
  more: readonly string[] = [],
): Promise<InteractiveClaude> {
  await scene.install();
  scene.cage.allow(`"$BECKON_HOME/bin/beckon" emit agent:signal ${signal}`);
  return await scene.claude({ program: ownNode, args: [beckonProgram, 'run', name, ...more] });
}

/** What the only run is in the middle of, as its file says. */
export async function pendingOf(scene: Scene): Promise<Run['pending']> {
  return (await onlyRun(scene))?.pending;
}

/** Waits until the only run is as wanted, as its file says: a command line each time would keep a core busy. */
export async function runIs(scene: Scene, what: string, wanted: (run: Run) => boolean): Promise<Run> {
  let last: Run | undefined;
  return await until(
    `a run that ${what}`,
    async () => {
      last = await onlyRun(scene);
      return last !== undefined && wanted(last) ? last : undefined;
    },
    { instead: () => JSON.stringify(last, undefined, 1) },
  );
}

/**
 * Waits until the transcript of the only run says this. Programs write down a while later what was said, and one that is
 * killed goes on with no more than that.
 */
export async function isNoted(scene: Scene, text: string): Promise<void> {
  await until(`"${text}" in the transcript`, async () => {
    const path = (await onlyRun(scene))?.steps.at(-1)?.transcript;
    return path !== undefined && existsSync(path) && readFileSync(path, 'utf8').includes(text);
  });
}

async function onlyRun({ cage }: Scene): Promise<Run | undefined> {
  const [kept] = await new RunFiles(cage.beckonHome).all();
  return kept?.run;
}
