import type { Matcher } from '../hookfile/hook.ts';
import { triggerNamed } from '../hookfile/triggers.ts';
import type { HookEvent } from './hookEvent.ts';
import { spacedJson } from './spacedJson.ts';
import { namesOfTool } from './toolNames.ts';
import { patchedPaths } from './toolWords.ts';

/**
 * Whether a regular expression is found in one of some texts; `undefined` where that could not be said in the time it
 * may take. It comes from outside: nothing here can end an expression that takes for ever.
 */
export type FindsIn = (pattern: string, texts: readonly string[]) => boolean | undefined;

/** Whether a hook is for this moment; `unsure` where that would have taken too long: then it runs, and may say no. */
export type Match = 'yes' | 'no' | 'unsure';

/** The most texts that are looked at one by one in an input; the JSON text has the others too. */
const mostLeaves = 10_000;

/**
 * Matches a hook with a moment. One that is about no tool fits every hook of its trigger; one that should name a tool and
 * does not fits those that ask for none.
 */
export function matchHook({ tool, pattern }: Matcher, event: HookEvent, findsIn: FindsIn): Match {
  if (!triggerNamed(event.trigger)?.isTool) {
    return 'yes';
  }
  if (!event.tool) {
    return tool === undefined && pattern === undefined ? 'yes' : 'no';
  }
  const { name, isCut = false } = event.tool;
  // "Only that tool": Shell is not PowerShell.
  const isNamed = tool === undefined ? true : isTool(tool, namesOfTool(name), findsIn);
  if (isNamed === false) {
    return 'no';
  }
  const isFound = pattern === undefined ? true : isInInput(pattern, event.tool, findsIn);
  if (isFound === false) {
    return isCut ? 'unsure' : 'no';
  }
  return isNamed === undefined || isFound === undefined ? 'unsure' : 'yes';
}

/** Most hooks name their tools as they are: for those no expression has to be made. */
function isTool(tool: string, names: readonly string[], findsIn: FindsIn): boolean | undefined {
  return /^[\w|-]+$/u.test(tool)
    ? tool.split('|').some((one) => names.includes(one))
    : findsIn(`^(?:${tool})$`, names);
}

function isInInput(
  pattern: string,
  { name, input }: NonNullable<HookEvent['tool']>,
  findsIn: FindsIn,
): boolean | undefined {
  const leaves = leavesOf(input);
  const isFound = findsIn(pattern, [...leaves, ...patchedPaths(name, input), spacedJson(input)]);
  // Nobody gets past a hook by putting many texts before the one that counts.
  return isFound === false && leaves.length === mostLeaves ? undefined : isFound;
}

/** The texts in a value, however deep. */
function leavesOf(value: unknown): readonly string[] {
  const leaves: string[] = [];
  const left: unknown[] = [value];
  while (left.length > 0 && leaves.length < mostLeaves) {
    const one = left.pop();
    if (typeof one === 'string') {
      leaves.push(one);
    } else if (typeof one === 'object' && one !== null) {
      for (const part of Object.values(one).reverse()) {
        left.push(part);
      }
    }
  }
  return leaves;
}
