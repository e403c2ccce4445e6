import { CompletionItemKind } from 'vscode-languageserver-types';
import type { Trigger } from '../core/run/policy.ts';
import { exampleProgram } from '../core/runbook/exampleProgram.ts';
import { actionsAt, actionTexts, errorClassTexts } from '../core/runbook/keyTexts.ts';
import { parseDuration } from '../core/runbook/parseDuration.ts';
import { inWords } from './inWords.ts';
import { code } from './keyMarkdown.ts';
import type { TextOffer } from './offer.ts';
import { choice, hole } from './offer.ts';
import { runbookLevel } from './runbookLevel.ts';
import type { YamlCursor } from './yamlCursor.ts';

/** The values that can be written behind a key of a runbook. */
export function runbookValues(cursor: YamlCursor): readonly TextOffer[] {
  const { path } = cursor;
  const own = runbookLevel(path);
  if (own?.kind === 'rule') {
    return [...actionOffers(own.trigger), ruleOffer(own.trigger)];
  }
  const level = runbookLevel(path.slice(0, -1));
  const key = path.at(-1);
  const value = (label: string, detail?: string): TextOffer => ({
    label,
    kind: CompletionItemKind.Value,
    detail,
  });
  if (level?.kind === 'rule') {
    switch (key) {
      case 'action':
        return actionOffers(level.trigger, false);
      case 'attempts':
        return [
          ...['1', '2', '3', '5', '10'].map((word) => value(word, word === '1' ? 'once' : 'in a row')),
          value('forever', 'without an end'),
        ];
      case 'cooldown':
      case 'timeout':
        return ['30s', '1m', '5m', '15m', '1h'].map((word) =>
          value(word, inWords(Number(parseDuration(word)))),
        );
      case 'match':
        return level.trigger === 'on_error'
          ? Object.entries(errorClassTexts).map(([word, about]) => value(word, about))
          : [];
      default:
        return [];
    }
  }
  if (key === 'worktree' && (level?.kind === 'agent' || level?.kind === 'step')) {
    return [value('true', 'a git worktree of its own'), value('false', 'in the folder of the run')];
  }
  if (key === 'run' && level?.kind === 'agent') {
    return [value(exampleProgram.command, exampleProgram.name)];
  }
  return key === 'agent' && level?.kind === 'step' ? agentOffers(cursor) : [];
}

/** The actions that make sense at a trigger; a gate comes with its command where a rule can be written. */
export function actionOffers(trigger: Trigger, hasRoom = true): readonly TextOffer[] {
  return actionsAt(trigger).map((action) => ({
    label: action,
    kind: CompletionItemKind.EnumMember,
    detail: actionTexts[action],
    about: `${code(action)}: ${actionTexts[action]}`,
    ...(action === 'gate' && hasRoom ? { body: `{ action: gate, run: ${hole(1, 'npm test')} }` } : {}),
  }));
}

function ruleOffer(trigger: Trigger): TextOffer {
  const actions = actionsAt(trigger).filter((action) => action !== 'gate');
  const attempts = trigger === 'on_prompt' ? '' : `, attempts: ${hole(2, '3')}`;
  const body = `{ action: ${choice(1, actions)}${attempts} }`;
  return { label: 'a rule', kind: CompletionItemKind.Snippet, body, fitsAll: true };
}

function agentOffers(cursor: YamlCursor): readonly TextOffer[] {
  return agentNames(cursor).map((name) => ({
    label: plainOrQuoted(name),
    kind: CompletionItemKind.Reference,
    detail: 'an agent of this runbook',
  }));
}

/** The names of the agents that the runbook has, each once. */
export function agentNames({ keysAt }: YamlCursor): readonly string[] {
  return [...new Set(keysAt(['agents']))].filter((name) => name !== '' && name !== '<<');
}

/** A name as it can be written in YAML, also in braces. */
export function plainOrQuoted(name: string): string {
  const isPlain =
    /^\p{L}[\p{L}\p{N}_.-]*(?: [\p{L}\p{N}_.-]+)*$/u.test(name) && !/^(?:true|false|null)$/iu.test(name);
  return isPlain ? name : `'${name.replaceAll("'", "''")}'`;
}
