import { priorityAmount } from '../hookfile/hook.ts';
import { wrongName } from '../hookfile/hookName.ts';
import type { PlaceProblem } from '../hookfile/placeProblems.ts';
import { folderWarning, problemsOfScript, sameNameWarning } from '../hookfile/placeProblems.ts';
import { readAmount, readFlag } from '../hookfile/readAmount.ts';
import { triggerNamed } from '../hookfile/triggers.ts';
import type { HookSurroundings, OtherHook } from '../hookrun/surroundings.ts';
import type { Span } from '../yaml/problem.ts';
import { quoted } from '../yaml/shape.ts';
import type { Finding } from './finding.ts';
import type { HookKeys } from './hookKeys.ts';
import { programLimits } from './programLimits.ts';
import { triesToBlock } from './triesToBlock.ts';

/** What is to be told of a hook because of what is around it. */
export function aroundFindings(keys: HookKeys, around: HookSurroundings, text: string): readonly Finding[] {
  const name = nameOf(keys);
  const opening = /^---/u.test(text) ? 3 : 0;
  const span: Span = keys.spanOf('name') ?? [0, opening];
  const at = ({ code, ...problem }: PlaceProblem): Finding => ({ ...problem, code: `hook.${code}`, span });
  const folder = name === undefined ? undefined : folderWarning(name, around.folder);
  return [
    ...(folder ? [at(folder)] : []),
    ...problemsOfScript(around.script).map(at),
    ...(name === undefined ? [] : sameNames(name, around, span)),
    ...priorityClash(keys, around.others, name),
    ...asyncBlocks(keys, around),
    ...limitsOf(keys, around),
  ];
}

/** The name of a hook in its one form, where it is one. */
export function nameOf({ textOf }: Pick<HookKeys, 'textOf'>): string | undefined {
  const name = textOf('name')?.normalize('NFKC').trim();
  return name === undefined || wrongName(name) !== undefined ? undefined : name;
}

function sameNames(name: string, { scope, folder, others }: HookSurroundings, span: Span): Finding[] {
  const findings: Finding[] = [];
  for (const other of others.filter((one) => one.name === name && scope !== undefined)) {
    const its = folderOf(other.uri);
    const related = [{ uri: other.uri, message: `The other hook ${quoted(name)}` }];
    if (other.scope === scope) {
      const message =
        its < folder
          ? sameNameWarning(its).message
          : `Give one of the hooks another name; ${quoted(its)} has this one too, and is not run.`;
      findings.push({ code: 'hook.same-name', message, severity: 'warning', span, related });
    } else if (scope === 'user') {
      const message = 'Give the hook another name; a hook of the project has this one, and is run instead.';
      findings.push({ code: 'hook.overridden', message, severity: 'warning', span, related });
    } else {
      const message = 'This hook is run instead of your own of the same name.';
      findings.push({ code: 'hook.overridden', message, severity: 'information', span, related });
    }
  }
  return findings;
}

function folderOf(uri: string): string {
  const folder = uri.split('/').at(-2) ?? '';
  try {
    return decodeURIComponent(folder);
  } catch {
    return folder;
  }
}

function priorityClash(
  { get, textOf, spanOf }: HookKeys,
  others: readonly OtherHook[],
  name: string | undefined,
): readonly Finding[] {
  const entry = get('priority');
  const span = spanOf('priority');
  const trigger = triggerNamed(textOf('trigger') ?? '')?.id;
  let isWrong = false;
  const priority = readAmount(entry, priorityAmount, 'priority-range', () => {
    isWrong = true;
  });
  // Of two with one name only one is run.
  const equal = others.filter(
    (one) => one.trigger === trigger && one.priority === priority && one.name !== name,
  );
  const [first] = equal;
  if (!entry || !span || isWrong || !first) {
    return [];
  }
  const more = equal.length > 1 ? ` and ${equal.length - 1} more` : '';
  const message = `Change this priority if the order matters; ${quoted(first.name)}${more} with this trigger has the same.`;
  const related = equal.slice(0, 10).map((one) => ({
    uri: one.uri,
    message: `The hook ${quoted(one.name)}`,
  }));
  return [{ code: 'hook.priority-clash', message, severity: 'information', span, related }];
}

function limitsOf(keys: HookKeys, { script, standing, programs = [] }: HookSurroundings): readonly Finding[] {
  const span = keys.spanOf('trigger');
  const trigger = triggerNamed(keys.textOf('trigger') ?? '')?.id;
  if (!span || trigger === undefined) {
    return [];
  }
  const { isAsync } = asyncOf(keys);
  return programLimits({ trigger, async: isAsync, script, standing }, programs).map(({ message }) => ({
    code: 'hook.program-limit',
    message,
    severity: 'information',
    span,
  }));
}

function asyncOf({ get }: Pick<HookKeys, 'get'>) {
  const key = get('async') ? 'async' : 'async_';
  return { key, isAsync: readFlag(get(key), () => {}) };
}

function asyncBlocks(keys: HookKeys, { script }: HookSurroundings): readonly Finding[] {
  const { key, isAsync } = asyncOf(keys);
  const span = keys.spanOf(key);
  const how = script && isAsync ? triesToBlock(script) : undefined;
  if (!span || how === undefined) {
    return [];
  }
  const message = `Set '${key}' to false; the script tries to block with ${quoted(how)}, and a hook in the background can't.`;
  return [{ code: 'hook.async-blocks', message, severity: 'warning', span }];
}
