import { refusalMessage } from '../core/settings/refusalMessage.ts';
import { terminalLine } from '../core/view/terminalText.ts';
import { removeBeckon } from '../node/removeBeckon.ts';
import { systemClock } from '../node/systemClock.ts';
import { entryPrograms } from '../programs/all.ts';

/** How long a running agent takes to see that its settings changed, and some more. */
const settleMs = 2000;

// VS Code runs this after the extension was uninstalled and ends it after five seconds; who has many workspaces needs
// longer, and half of the work would be worse than none.
process.on('SIGTERM', () => {});
process.stdout.on('error', () => {});

// Whatever happens, there is nobody left to tell.
void removeBeckon(entryPrograms, process.env, () => systemClock.wait(settleMs)).then(
  (refused) => {
    for (const { file, refusal } of refused) {
      const why = terminalLine(refusalMessage(file, refusal));
      process.stdout.write(`${why}; it still has the entries of Beckon\n`);
    }
  },
  () => {},
);
