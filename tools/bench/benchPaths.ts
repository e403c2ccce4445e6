import { cliRequest, cliStop } from './cliPaths.ts';
import type { Entered } from './enteredDuring.ts';
import { windowRequest } from './windowRequest.ts';

/** So long that all that is looked at now and then has been looked at. */
const idleMs = 12_000;

/** One stretch of a path: from the start, or a mark, to the first time that a function is entered. */
interface Stretch {
  readonly name: string;
  readonly from?: string;
  readonly to: Entered;
}

const answered: Entered = { file: 'src/node/listener/waitingRelay.ts', name: 'answer' };
const shown: Entered = { file: 'src/cli/runServe.ts', name: 'print' };
const toasted: Entered = { file: 'src/editor/toaster.ts', name: '#clicked' };

/**
 * Prints which files of `src` a permission request passes until a person sees it and, from the answer on, until the agent is
 * told; and which the end of a turn passes until the agent is told to continue. Counted are files of which a function is
 * entered on the way that does not run while nothing happens. `--functions` names the functions too.
 */
export async function benchPaths(): Promise<void> {
  print('Stop to nudge', await cliStop(idleMs), [
    { name: 'the end of a turn, until `beckon run` nudges the agent', to: answered },
  ]);
  print('PermissionRequest to its answer, on the command line', await cliRequest(idleMs), [
    { name: 'the request, until `beckon serve` shows it', to: shown },
    { name: 'from `beckon decide`, until the agent is told', from: 'decide', to: answered },
  ]);
  print('PermissionRequest to its answer, in VS Code', await windowRequest(idleMs), [
    { name: 'the request, until the notification is shown', to: toasted },
    { name: 'from the click on Approve, until the agent is told', from: 'click', to: answered },
  ]);
}

function print(title: string, entered: readonly Entered[], stretches: readonly Stretch[]): void {
  const passed = new Set<string>();
  const lines: string[] = [];
  for (const { name, from, to } of stretches) {
    const start = entered.findIndex((one) => one.name === from);
    const after = entered.slice(start + 1);
    const end = after.findIndex((one) => one.file === to.file && one.name === to.name);
    if ((from !== undefined && start < 0) || end < 0) throw new Error(`No end was seen of ${name}.`);
    lines.push(`  ${name}`);
    const functions = new Map<string, Set<string>>();
    for (const one of after.slice(0, end + 1)) {
      functions.set(one.file, (functions.get(one.file) ?? new Set()).add(one.name));
    }
    for (const [file, names] of functions) {
      const isNew = !passed.has(file);
      passed.add(file);
      const number = isNew ? String(passed.size + 1) : '·';
      const told = process.argv.includes('--functions') ? `  ${[...names].join(' ')}` : '';
      lines.push(`${number.padStart(6)}  ${file.replace(/^src\//u, '')}${told}`);
    }
  }
  const ofFolder = (folder: string) => [...passed].filter((file) => file.startsWith(`src/${folder}/`)).length;
  const counts = ['core', 'programs', 'node', 'cli', 'editor'].map(
    (folder) => `${folder} ${ofFolder(folder)}`,
  );
  process.stdout.write(
    `${title}: ${passed.size + 1} files (${counts.join(', ')}, relay 1)\n     1  relay/relay.sh\n${lines.join('\n')}\n`,
  );
}
