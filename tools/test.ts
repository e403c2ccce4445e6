import { runMain } from './cache/userError.mjs';
import { cloneRoot, commandProgress } from './command.ts';
import { levelsToRun } from './testing/levels.ts';
import { runLevels } from './testing/runLevels.ts';

await runMain(() => {
  const asked = process.argv.slice(2);
  const progress = commandProgress();
  const print = (line: string) => process.stdout.write(`${line}\n`);
  return runLevels(levelsToRun(cloneRoot, asked, progress), { asked, print, progress });
});
