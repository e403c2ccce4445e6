import { runMain } from './cache/userError.mjs';
import { cloneRoot, commandProgress } from './command.ts';
import { parseTestOptions } from './options.mjs';
import { changedFiles } from './testing/changedFiles.ts';
import { levelsToRun } from './testing/levels.ts';
import { runLevels } from './testing/runLevels.ts';
import { scopesOfChange, sinceLine } from './testing/scopesOfChange.ts';

const progress = commandProgress();
const print = (line: string) => process.stdout.write(`${line}\n`);

await runMain(() => {
  const { levels, since } = parseTestOptions(process.argv.slice(2));
  if (since !== undefined) return runSince(since);
  return runLevels(levelsToRun(cloneRoot, levels, progress), { asked: levels, print, progress });
});

async function runSince(revision: string): Promise<number> {
  const files = changedFiles(cloneRoot, revision);
  if (files.length === 0) {
    print(`Nothing has changed since ${revision}.\n0 passed, 0 failed`);
    return 0;
  }
  print(sinceLine(revision, files));
  return await runLevels(levelsToRun(cloneRoot, scopesOfChange(files), progress), { print, progress });
}
