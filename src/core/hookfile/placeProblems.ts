import type { ScriptFacts } from '../hookrun/surroundings.ts';
import { quoted } from '../yaml/shape.ts';
import type { HookCode } from './problem.ts';

/** A warning about a hook that its text alone does not tell. */
export interface PlaceProblem {
  readonly code: HookCode;
  readonly message: string;
}

/** What is wrong with the script of a hook: nothing that keeps it from being run, if there is one. */
export function scriptWarnings(
  script: Pick<ScriptFacts, 'name' | 'isExecutable' | 'kind'> | undefined,
): readonly PlaceProblem[] {
  if (!script) {
    const message = 'Add a script as scripts/run.sh; without one the hook does nothing.';
    return [{ code: 'no-script', message }];
  }
  const name = quoted(`scripts/${script.name}`);
  const problems: PlaceProblem[] = [];
  if (!script.isExecutable) {
    const message = `Make ${name} executable; other programs do not run it as it is.`;
    problems.push({ code: 'script-not-executable', message });
  }
  if (script.kind === 'plain') {
    const message = `Begin ${name} with a line that names its program, such as #!/bin/sh.`;
    problems.push({ code: 'script-no-shebang', message });
  }
  return problems;
}

/** What is wrong with the name of a hook in a folder of that name. */
export function folderWarning(name: string, folder: string): PlaceProblem | undefined {
  const message = `Name the folder ${quoted(name)} as the hook; it is named ${quoted(folder)}.`;
  return name === folder.normalize('NFKC') ? undefined : { code: 'name-folder', message };
}

/** What is said of a hook whose name one in another folder of the same place has, which is run. */
export function sameNameWarning(folder: string): PlaceProblem {
  const message = `Give the hook another name; ${quoted(folder)} has this one, and is run instead.`;
  return { code: 'same-name', message };
}
