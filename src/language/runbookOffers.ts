import { CompletionItemKind } from 'vscode-languageserver-types';
import type { Trigger } from '../core/run/policy.ts';
import { exampleProgram } from '../core/runbook/exampleProgram.ts';
import { actionsAt, errorClassTexts } from '../core/runbook/keyTexts.ts';
import { keyMarkdown } from './keyMarkdown.ts';
import type { TextOffer } from './offer.ts';
import { choice, hole } from './offer.ts';
import type { RunbookLevel } from './runbookLevel.ts';
import { runbookLevel, textsAt } from './runbookLevel.ts';
import { actionOffers, agentNames, plainOrQuoted, runbookValues } from './runbookValues.ts';
import type { YamlCursor } from './yamlCursor.ts';

/** What can be written at a place of a runbook. */
export function runbookOffers(cursor: YamlCursor): readonly TextOffer[] {
  if (cursor.role === 'value') {
    return runbookValues(cursor);
  }
  const level = runbookLevel(cursor.path);
  if (!level) {
    return [];
  }
  const isBare = cursor.entries.size === 0 && !cursor.hasColon;
  const whole = isBare ? wholeOffers(level, cursor) : [];
  // In square brackets a key needs braces around it.
  return cursor.isItem && cursor.isFlow ? whole : [...whole, ...keyOffers(level, cursor)];
}

/** What is more than one key, or is none. */
function wholeOffers(level: RunbookLevel, cursor: YamlCursor): readonly TextOffer[] {
  const snippet = (label: string, body: string): TextOffer => ({
    label,
    kind: CompletionItemKind.Snippet,
    body,
    fitsAll: true,
  });
  const { path, isFlow, isItem, needsDash } = cursor;
  switch (level.kind) {
    case 'steps':
    case 'step': {
      if (isFlow && !isItem) {
        return [];
      }
      const dash = level.kind === 'steps' && !needsDash ? '- ' : '';
      return [snippet('a step', `${dash}${stepBody(cursor)}`)];
    }
    case 'rule': {
      if ((isFlow && !isItem) || needsDash) {
        return needsDash ? [snippet('a rule', ruleBody(level.trigger))] : [];
      }
      const isList = level.trigger === 'on_error' && path.length === 3;
      return [
        ...actionOffers(level.trigger),
        ...(isItem ? [snippet('a rule', ruleBody(level.trigger))] : []),
        ...(isList ? [snippet('a list of rules', `- ${ruleBody(level.trigger)}\n- escalate`)] : []),
      ];
    }
    case 'root':
    case 'agents':
    case 'agent':
    case 'pipelines':
    case 'pipeline':
      return [];
  }
}

function keyOffers(level: RunbookLevel, cursor: YamlCursor): readonly TextOffer[] {
  const { entries, hasColon, isFlow, word } = cursor;
  if (level.kind === 'agents' || level.kind === 'pipelines') {
    return hasColon || isFlow ? [] : [newName(level.kind, word, cursor)];
  }
  return Object.entries(textsAt(level))
    .filter(([key]) => !entries.has(key) && hasEffect(level, key, entries.get('action')))
    .map(([key, text]) => ({
      label: key,
      kind: CompletionItemKind.Property,
      detail: text.takes,
      about: keyMarkdown(key, text),
      ...(hasColon ? {} : { body: `${key}:${bodyOf(level, key, cursor)}` }),
    }));
}

/** Keys that the rule could do nothing with are not offered. */
function hasEffect(level: RunbookLevel, key: string, action: string | undefined): boolean {
  if (level.kind !== 'rule') {
    return true;
  }
  const isFor = (...actions: readonly string[]) => action === undefined || actions.includes(action);
  const isPrompt = level.trigger === 'on_prompt';
  switch (key) {
    case 'message':
      return !isPrompt && isFor('nudge', 'resume');
    case 'run':
    case 'timeout':
      return isFor('gate');
    case 'attempts':
    case 'cooldown':
      return !isPrompt;
    default:
      return true;
  }
}

function newName(kind: 'agents' | 'pipelines', word: string, cursor: YamlCursor): TextOffer {
  const isAgent = kind === 'agents';
  const name = `${hole(1, word === '' ? (isAgent ? 'build' : 'feature') : word)}`;
  const body = isAgent
    ? `${name}:\n  run: ${hole(2, exampleProgram.command)}\n  prompt: ${hole(3, 'What to do')}`
    : `${name}:\n  steps:\n    - ${stepBody(cursor, 2)}`;
  const label = isAgent ? 'a new agent' : 'a new pipeline';
  return { label, kind: CompletionItemKind.Snippet, body, fitsAll: true };
}

function stepBody(cursor: YamlCursor, first = 1): string {
  const agents = agentNames(cursor);
  const agent = agents.length > 0 ? choice(first + 1, agents.map(plainOrQuoted)) : hole(first + 1, 'build');
  return `{ name: ${hole(first, 'build')}, agent: ${agent} }`;
}

function ruleBody(trigger: Trigger): string {
  const actions = actionsAt(trigger).filter((action) => action !== 'gate');
  const match = trigger === 'on_error' ? `match: ${choice(1, Object.keys(errorClassTexts))}, ` : '';
  return `{ ${match}action: ${choice(2, actions)} }`;
}

function bodyOf(level: RunbookLevel, key: string, cursor: YamlCursor): string {
  const { isFlow } = cursor;
  switch (key) {
    case 'agents':
      return isFlow
        ? ' { $1 }'
        : `\n  ${hole(1, 'build')}:\n    run: ${hole(2, exampleProgram.command)}\n    prompt: ${hole(3, 'What to do')}`;
    case 'pipelines':
      return isFlow ? ' { $1 }' : `\n  ${hole(1, 'feature')}:\n    steps:\n      - ${stepBody(cursor, 2)}`;
    case 'steps':
      return isFlow ? ` [${stepBody(cursor)}]` : `\n  - ${stepBody(cursor)}`;
    case 'run':
      return level.kind === 'rule' ? ` ${hole(1, 'npm test')}` : ` ${hole(1, exampleProgram.command)}`;
    case 'worktree':
      return ` ${choice(1, ['true', 'false'])}`;
    case 'match':
      return ` ${choice(1, Object.keys(errorClassTexts))}`;
    case 'agent': {
      const names = agentNames(cursor);
      return names.length > 0 ? ` ${choice(1, names.map(plainOrQuoted))}` : ` ${hole(1, 'build')}`;
    }
    case 'message':
      return ` "${hole(1, 'Go on.')}"`;
    case 'attempts':
      return ` ${hole(1, '3')}`;
    case 'cooldown':
    case 'timeout':
      return ` ${hole(1, '30s')}`;
    case 'prompt':
      return ` ${hole(1, 'What to do')}`;
    case 'name':
      return ` ${hole(1, 'build')}`;
    default:
      return ` ${choice(1, level.kind === 'rule' ? actionsAt(level.trigger) : simpleActions(key))}`;
  }
}

function simpleActions(key: string): readonly string[] {
  const level = runbookLevel(['agents', '', key]);
  return level?.kind === 'rule' ? actionsAt(level.trigger).filter((action) => action !== 'gate') : [];
}
