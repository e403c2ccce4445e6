import { fieldsOf, mappingOf, textOf } from '../yaml/fields.ts';
import type { Found } from '../yaml/problem.ts';
import { errorAt } from '../yaml/problem.ts';
import { problemsOf } from '../yaml/problemsOf.ts';
import { readYaml } from '../yaml/readYaml.ts';
import type { Entry, MappingShape } from '../yaml/shape.ts';
import { quoted } from '../yaml/shape.ts';
import { TextLines } from '../yaml/textLines.ts';
import { badEscape, checkEscapes } from './checkEscapes.ts';
import type { Frontmatter } from './frontmatter.ts';
import { findFrontmatter } from './frontmatter.ts';
import type { Hook } from './hook.ts';
import { hookKeys, longestDescription, priorityAmount, timeoutAmount } from './hook.ts';
import { checkedHookName } from './hookName.ts';
import type { HookCode, HookProblem, HookReport } from './problem.ts';
import { readAmount, readFlag } from './readAmount.ts';
import { readMatcher } from './readMatcher.ts';
import type { HookTrigger } from './triggers.ts';
import { triggerMeant, triggerNamed } from './triggers.ts';

/** A hook, where its text has no error, and everything that is wrong with the text in the order of its places. */
export interface ParsedHook {
  readonly hook?: Hook;
  readonly problems: readonly HookProblem[];
}

/** How long front matter may be, with its dashes: more is not looked at. */
export const maxFrontmatterLength = 64 * 1024;

/**
 * Reads the text of a HOOK.md, or its beginning: nothing behind the front matter counts. `isCut` says that there is
 * more of it than is given.
 */
export function parseHook(text: string, isCut = false): ParsedHook {
  const { hook, problems } = lookAtHook(text, isCut);
  return hook ? { hook, problems } : { problems };
}

/** A hook with what its front matter looks like, for whoever helps to write it. */
export interface HookLook extends ParsedHook {
  readonly matter?: Frontmatter;
  /** The keys, where the front matter is a mapping that can be read. Spans count from the start of its YAML. */
  readonly root?: MappingShape;
}

/** Reads a text as {@link parseHook} does, and keeps what it looks like. */
export function lookAtHook(text: string, isCut = false): HookLook {
  const marked = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const body = marked.slice(0, maxFrontmatterLength);
  const found: Found<HookCode>[] = [];
  const { hook, ...look } = readText(body, isCut || marked.length > body.length, (one) => found.push(one));
  const problems = problemsOf('hook', found, new TextLines(body));
  const isRight = hook && !problems.some(({ severity }) => severity === 'error');
  return { ...look, ...(isRight ? { hook } : {}), problems };
}

function readText(text: string, isCut: boolean, report: HookReport): Omit<HookLook, 'problems'> {
  const matter = findFrontmatter(text);
  if (matter === 'none') {
    report(errorAt([0, 0], 'no-frontmatter', "Begin the file with a line '---' and the keys of the hook."));
    return {};
  }
  if (matter === 'open') {
    const message = isCut
      ? 'Keep the front matter under 64 KB; it was not read.'
      : "Close the front matter with a line '---'.";
    report(errorAt([0, 3], isCut ? 'too-large' : 'open-frontmatter', message));
    return {};
  }
  const shift: HookReport = ({ span: [from, to], ...rest }) =>
    report({ ...rest, span: [from + matter.from, to + matter.from] });
  const shape = readYaml(matter.yaml, shift, (value, [from, to]) =>
    shift(errorAt(value, 'double-quoted-backslash', badEscape(matter.yaml.slice(from, to)))),
  );
  const root = shape && mappingOf(shape, 'the hook its keys in', shift);
  if (!root) {
    return { matter };
  }
  checkEscapes(root, matter.yaml, shift);
  const hook = readKeys(root, shift);
  return { matter, root, ...(hook ? { hook } : {}) };
}

function readKeys(root: MappingShape, report: HookReport): Hook | undefined {
  const known = [...hookKeys, 'async_'];
  const fields = fieldsOf(root, { of: 'a hook', known }, report);
  const needed = (key: string): Entry | undefined => {
    const entry = fields.get(key);
    if (!entry) {
      report(errorAt([0, 0], 'missing-key', `Add the key '${key}'; every hook has one.`));
    }
    return entry;
  };
  const name = checkedHookName(needed('name'), report);
  const description = readDescription(needed('description'), report);
  const named = needed('trigger');
  const trigger = readTrigger(named, report);
  const matcher = readMatcher(fields.get('matcher'), trigger, report);
  const timeoutMs = readAmount(fields.get('timeout'), timeoutAmount, 'timeout-range', report);
  const priority = readAmount(fields.get('priority'), priorityAmount, 'priority-range', report);
  const async = readFlag(fields.get('async') ?? fields.get('async_'), report);
  const metadata = readMetadata(fields.get('metadata'), report);
  if (name === undefined || description === undefined || !trigger) {
    return undefined;
  }
  const eventType = named?.value.kind === 'scalar' ? String(named.value.value) : trigger.id;
  return {
    name,
    description,
    trigger: trigger.id,
    eventType,
    matcher,
    timeoutMs,
    async,
    priority,
    metadata,
  };
}

function readDescription(entry: Entry | undefined, report: HookReport): string | undefined {
  const text = textOf(entry, report, true)?.trim();
  if (entry && text !== undefined && [...text].length > longestDescription) {
    const message = `Keep 'description' at ${longestDescription} characters or less.`;
    report(errorAt(entry.value.span, 'description-length', message));
    return undefined;
  }
  return text;
}

function readTrigger(entry: Entry | undefined, report: HookReport): HookTrigger | undefined {
  const text = textOf(entry, report, true);
  const trigger = text === undefined ? undefined : triggerNamed(text);
  if (entry && text !== undefined && !trigger) {
    const near = triggerMeant(text);
    const message = triggerNamed(text.trim())
      ? `Take the space around ${quoted(text)} out; it counts inside quotes.`
      : near
        ? `Write '${near}' instead of ${quoted(text)}; there is no such trigger.`
        : `Name a trigger instead of ${quoted(text)}, such as before_tool, after_tool or before_stop.`;
    report(errorAt(entry.value.span, 'unknown-trigger', message));
  }
  return trigger;
}

function readMetadata(entry: Entry | undefined, report: HookReport): Readonly<Record<string, string>> {
  const isEmpty = entry?.value.kind === 'scalar' && entry.value.value === null;
  const mapping = entry && !isEmpty && mappingOf(entry.value, "'metadata' its keys in", report);
  return mapping
    ? Object.fromEntries(
        mapping.entries.map(({ key, value }) => [
          key,
          value.kind === 'scalar' ? String(value.value ?? '') : '',
        ]),
      )
    : {};
}
