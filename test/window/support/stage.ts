import { inject, test } from 'vitest';
import { openStage, type Stage, type StageOptions } from './openStage.ts';

/**
 * Tests on a stage that one file shares. Each gets the window on the first folder, with nothing in it; what a test
 * leaves behind is put away before the next. Should it fail, every window is told of, and a picture of it kept.
 */
export function onStage(options: StageOptions = {}) {
  return test
    .extend('parts', { scope: 'file' }, () => inject('stageParts'))
    .extend('stage', { scope: 'file' }, async ({ parts }, { onCleanup }) => {
      const stage = await openStage(parts, options);
      onCleanup(async () => {
        const problems = await stage.end();
        if (problems.length > 0) {
          throw new Error(problems.join('\n'));
        }
      });
      await stage.install();
      return stage;
    })
    .extend('cleared', { auto: true }, async ({ stage, task }, { onCleanup }) => {
      onCleanup(async () => {
        if (task.result?.state === 'fail') {
          await tellOfFailure(stage, task.name);
        }
        await stage.clear();
      });
    })
    .extend('window', async ({ stage }) => stage.windows[0] ?? (await stage.open()));
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
