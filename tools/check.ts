import { runMain } from './cache/userError.mjs';
import { cloneRoot, commandProgress } from './command.ts';
import { checkLevel } from './testing/checkLevel.ts';
import { runLevels } from './testing/runLevels.ts';

await runMain(() =>
  runLevels([checkLevel(cloneRoot)], {
    print: (line) => process.stdout.write(`${line}\n`),
    progress: commandProgress(),
  }),
);
