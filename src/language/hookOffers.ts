import { CompletionItemKind } from 'vscode-languageserver-types';
import { hookKeys, timeoutAmount } from '../core/hookfile/hook.ts';
import { wrongName } from '../core/hookfile/hookName.ts';
import type { HookKey } from '../core/hookfile/keyTexts.ts';
import { hookKeyTexts, matcherKeyTexts } from '../core/hookfile/keyTexts.ts';
import { triggerNamed, triggers } from '../core/hookfile/triggers.ts';
import type { ProgramPowers } from '../core/hookrun/programPowers.ts';
import { inWords } from './inWords.ts';
import { keyMarkdown, triggerMarkdown } from './keyMarkdown.ts';
import type { TextOffer } from './offer.ts';
import { choice, hole } from './offer.ts';
import { toolOffers } from './toolOffers.ts';
import type { YamlCursor } from './yamlCursor.ts';

/** The common names of the tools that hooks are mostly for. */
const usualTools = [
  'Shell',
  'WriteFile|StrReplaceFile',
  'WriteFile',
  'StrReplaceFile',
  'ReadFile',
  'FetchURL',
];
const usualPatterns: readonly (readonly [string, string])[] = [
  ["'\\.py$'", 'files with this ending'],
  ["'\\brm\\s+-rf\\b'", 'commands that contain this'],
  ["'(^|/)\\.env$'", 'this file, in any folder'],
];

/** What is known of a hook besides its text. */
interface OffersGround {
  /** The name of its folder, where a hook can be called so. */
  readonly folder: string | undefined;
  /** The programs in use there, where that is known. */
  readonly programs?: readonly ProgramPowers[] | undefined;
}

/** What can be written at a place of the front matter. */
export function hookOffers(cursor: YamlCursor, at: number, around: OffersGround): readonly TextOffer[] {
  const { folder } = around;
  const [first, second, ...more] = cursor.path;
  if (cursor.role === 'key') {
    const isMatcher = first === 'matcher' && second === undefined;
    return first === undefined ? keyOffers(cursor, folder) : isMatcher ? matcherKeys(cursor) : [];
  }
  if (first === 'matcher' && more.length === 0) {
    return second === undefined
      ? [
          {
            label: '{ tool }',
            kind: CompletionItemKind.Snippet,
            body: matcherBody(true),
            fitsAll: true,
          },
        ]
      : second === 'tool'
        ? toolOffers(cursor, at)
        : second === 'pattern'
          ? usualPatterns.map(([label, detail]) => ({ label, kind: CompletionItemKind.Value, detail }))
          : [];
  }
  return second === undefined ? valueOffers(first, around) : [];
}

function keyOffers(
  { entries, hasColon, isFlow }: YamlCursor,
  folder: string | undefined,
): readonly TextOffer[] {
  const trigger = triggerNamed(entries.get('trigger') ?? '');
  const isThere = (key: HookKey) => entries.has(key) || (key === 'async' && entries.has('async_'));
  const isIdle = (key: HookKey) => key === 'matcher' && trigger?.isTool === false;
  return hookKeys
    .filter((key) => !isThere(key) && !isIdle(key))
    .map((key) => ({
      label: key,
      kind: CompletionItemKind.Property,
      detail: hookKeyTexts[key].takes,
      about: keyMarkdown(key, hookKeyTexts[key]),
      ...(hasColon ? {} : { body: `${key}:${bodyOf(key, isFlow, folder)}` }),
    }));
}

function bodyOf(key: HookKey, isFlow: boolean, folder: string | undefined): string {
  switch (key) {
    case 'name':
      return ` ${hole(1, folder ?? 'my-hook')}`;
    case 'description':
      return ` ${hole(1, 'What it does')}`;
    case 'trigger':
      return ` ${choice(1, triggersFirst())}`;
    case 'matcher':
      return isFlow ? ` ${matcherBody(true)}` : matcherBody(false);
    case 'timeout':
      return ` ${hole(1, String(timeoutAmount.usual))}`;
    case 'async':
      return ` ${choice(1, ['true', 'false'])}`;
    case 'priority':
      return ` ${hole(1, '100')}`;
    case 'metadata':
      return isFlow
        ? ` { ${hole(1, 'author')}: ${hole(2, 'me')} }`
        : `\n  ${hole(1, 'author')}: ${hole(2, 'me')}`;
  }
}

function matcherBody(isFlow: boolean): string {
  // Without a pattern: one that is left empty is an error, and not every hook has one.
  const tool = `tool: ${choice(1, usualTools)}`;
  return isFlow ? `{ ${tool} }` : `\n  ${tool}`;
}

/** The trigger that most hooks are for comes first. */
function triggersFirst(): readonly string[] {
  const names = triggers.map(({ id }) => id);
  return ['before_tool', ...names.filter((name) => name !== 'before_tool')];
}

function matcherKeys({ entries, hasColon }: YamlCursor): readonly TextOffer[] {
  const bodies = { tool: `tool: ${choice(1, usualTools)}`, pattern: "pattern: '$1'" };
  return (['tool', 'pattern'] as const)
    .filter((key) => !entries.has(key))
    .map((key) => ({
      label: key,
      kind: CompletionItemKind.Property,
      detail: matcherKeyTexts[key].takes,
      about: keyMarkdown(key, matcherKeyTexts[key]),
      ...(hasColon ? {} : { body: bodies[key] }),
    }));
}

function valueOffers(
  key: string | number | undefined,
  { folder, programs }: OffersGround,
): readonly TextOffer[] {
  const value = (label: string, detail?: string): TextOffer => ({
    label,
    kind: CompletionItemKind.Value,
    detail,
  });
  switch (key) {
    case 'name':
      return folder === undefined ? [] : [value(folder, 'the name of the folder')];
    case 'trigger':
      return triggerOffers(programs);
    case 'async':
    case 'async_':
      return [
        value('true', "in the background; it can't block"),
        value('false', 'the agent waits for it; it can block'),
      ];
    case 'timeout':
      return [1000, 5000, 30_000, 60_000, 120_000, 600_000].map((ms) => value(String(ms), inWords(ms)));
    case 'priority':
      return [
        value('100', 'default'),
        value('999', 'before nearly all others'),
        value('500', 'before the usual ones'),
        value('10', 'after the usual ones'),
      ];
    default:
      return [];
  }
}

/** Each trigger once; whoever types its alias finds it as well. */
function triggerOffers(programs?: readonly ProgramPowers[]): readonly TextOffer[] {
  return triggers.map((trigger) => ({
    label: trigger.id,
    kind: CompletionItemKind.EnumMember,
    detail: trigger.about,
    about: triggerMarkdown(trigger, programs),
    alias: trigger.alias,
  }));
}

/** The name of the folder that a HOOK.md is in, where a hook can be called so. */
export function folderName(uri: string): string | undefined {
  const segment = /([^/\\]+)[/\\][^/\\]*$/u.exec(uri)?.[1];
  try {
    const name = segment === undefined ? '' : decodeURIComponent(segment).normalize('NFKC');
    return wrongName(name) === undefined ? name : undefined;
  } catch {
    return undefined;
  }
}
