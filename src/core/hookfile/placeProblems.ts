import type { ScriptFacts } from '../hookrun/surroundings.ts';
import type { Problem, Severity } from '../yaml/problem.ts';
import { quoted } from '../yaml/shape.ts';
import type { HookCode } from './problem.ts';

const severity = 'warning';

/** Something wrong with a hook that its text alone does not tell. */
export interface PlaceProblem {
  readonly code: HookCode;
  readonly message: string;
  readonly severity: Severity;
}

/** What is wrong with the script of a hook. Only a missing one keeps the hook from running. */
export function problemsOfScript(
  script: Pick<ScriptFacts, 'name' | 'isExecutable' | 'kind'> | undefined,
): readonly PlaceProblem[] {
  if (!script) {
    const message = 'Add a script as scripts/run.sh; without one the hook cannot run.';
    return [{ code: 'no-script', message, severity: 'error' }];
  }
  const name = quoted(`scripts/${script.name}`);
  const problems: PlaceProblem[] = [];
  if (!script.isExecutable) {
    const message = `Make ${name} executable; other programs do not run it as it is.`;
    problems.push({ code: 'script-not-executable', message, severity });
  }
  if (script.kind === 'plain') {
    const message = `Begin ${name} with a line that names its program, such as #!/bin/sh.`;
    problems.push({ code: 'script-no-shebang', message, severity });
  }
  return problems;
}

/** What is wrong with the name of a hook in a folder of that name. */
export function folderWarning(name: string, folder: string): PlaceProblem | undefined {
  const message = `Name the folder ${quoted(name)} as the hook; it is named ${quoted(folder)}.`;
  return name === folder.normalize('NFKC') ? undefined : { code: 'name-folder', message, severity };
}

/** What is said of a hook whose name one in another folder of the same place has, which is run. */
export function sameNameWarning(folder: string): PlaceProblem {
  const message = `Give the hook another name; ${quoted(folder)} has this one, and is run instead.`;
  return { code: 'same-name', message, severity };
}

/** Whether a hook has no script to run. */
export function lacksScript(problems: readonly Pick<Problem, 'code'>[]): boolean {
  return problems.some(({ code }) => code === 'hook.no-script');
}
