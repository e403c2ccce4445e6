import { runMain } from './cache/userError.mjs';
import { cloneRoot, commandProgress } from './command.ts';
import { levelsOf } from './testing/levels.ts';
import { runLevels } from './testing/runLevels.ts';

const names = process.argv.slice(2);
const progress = commandProgress();
const levels = levelsOf(cloneRoot, progress).filter(
  (level) => names.length === 0 || names.includes(level.name),
);

await runMain(() => runLevels(levels, { print: (line) => process.stdout.write(`${line}\n`), progress }));
