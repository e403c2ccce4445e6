import { appendFileSync } from 'node:fs';
import { inject, test } from 'vitest';
import { openStage, type Stage } from './openStage.ts';
import { problemsFile, type StageParts } from './stageParts.ts';

/** Long enough for an agent to begin with its prompt, and no longer: what it is for is tested under a fake clock. */
const settings = { 'beckon.graceSeconds': 3 };

/** The stage of this worker: one VS Code, one page. */
let raised: Promise<Stage> | undefined;
let ended: Promise<void> | undefined;

/** A test on the stage that all files of a worker share. If it fails, pictures are kept. */
const onStage = test
  .extend('parts', { scope: 'worker' }, () => inject('stageParts'))
  .extend('stage', { scope: 'worker' }, async ({ parts }, { onCleanup }) => {
    // Vitest comes here once for `it` and once for `itWithClaude`, and cleans up once for each file, all at the same time.
    raised ??= raiseStage(parts);
    onCleanup(() => {
      ended ??= endStage(parts);
      return ended;
    });
    return await raised;
  })
  .extend('cleared', { auto: true }, async ({ stage, task }, { onCleanup }) => {
    onCleanup(async () => {
      if (task.result?.state === 'fail') {
        await tellOfFailure(stage, task.name);
        await stage.startAfresh();
      }
      await stage.clear();
    });
  })
  .extend(
    'window',
    async ({ stage }) =>
      stage.windows.find(({ folder }) => folder === stage.cage.workspace) ?? (await stage.open()),
  );

/** A test that gets the window on the first folder, with nothing in it. */
export const it = onStage.extend('alone', { auto: true }, async ({ stage }) => {
  await stage.endShared();
  await Promise.all(stage.windows.map((window) => window.seesNoRow(/./u)));
});

/** A test that also gets a Claude Code with an empty conversation. Such tests share it, because a start takes seconds. */
export const itWithClaude = onStage.extend('claude', ({ stage }) => stage.sharedClaude());

async function raiseStage(parts: StageParts): Promise<Stage> {
  appendFileSync(problemsFile(parts), 'raised\n');
  const stage = await openStage(parts, { folders: ['ws', 'web'], settings });
  await stage.install();
  return stage;
}

async function endStage(parts: StageParts): Promise<void> {
  const stage = await raised;
  const problems = (await stage?.end()) ?? [];
  // The test runner drops what is thrown here, so the level reads this file.
  appendFileSync(problemsFile(parts), [...problems, 'ended'].map((line) => `${line}\n`).join(''));
}

async function tellOfFailure(stage: Stage, name: string): Promise<void> {
  for (const [index, window] of stage.windows.entries()) {
    const picture = await window.screenshot(`${name} ${index + 1}`).catch(String);
    const story = await window.story().catch(String);
    process.stderr.write(`A picture of what failed: ${picture}\n${story}\n`);
  }
  const { out, err } = await stage.beckon('agents', '--json');
  process.stderr.write(`The windows know:\n${out}${err}\n`);
  process.stderr.write(`The model was asked:\n${stage.model.story()}\n`);
}
