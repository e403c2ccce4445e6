import type { Trigger } from '../core/run/policy.ts';
import {
  agentKeyTexts,
  pipelineKeyTexts,
  rootKeyTexts,
  ruleKeyTexts,
  ruleTriggers,
  stepKeyTexts,
} from '../core/runbook/keyTexts.ts';
import type { KeyText } from '../core/yaml/keyText.ts';
import type { YamlPath } from './yamlCursor.ts';

/** What a mapping of a runbook is, by where it is. */
export type RunbookLevel =
  | { readonly kind: 'root' | 'agents' | 'agent' | 'pipelines' | 'pipeline' | 'steps' | 'step' }
  | { readonly kind: 'rule'; readonly trigger: Trigger };

/** What is at a path of a runbook; nothing where nothing is known to be. */
export function runbookLevel(path: YamlPath): RunbookLevel | undefined {
  const [part, , key, number, ...more] = path;
  if (path.length === 0) {
    return { kind: 'root' };
  }
  if (part === 'agents') {
    const trigger = ruleTriggers.find((one) => one === key);
    if (path.length <= 2) {
      return { kind: path.length === 1 ? 'agents' : 'agent' };
    }
    const isRule = path.length === 3 || (path.length === 4 && key === 'on_error' && isNumber(number));
    return trigger && isRule ? { kind: 'rule', trigger } : undefined;
  }
  if (part === 'pipelines' && more.length === 0) {
    if (path.length <= 2) {
      return { kind: path.length === 1 ? 'pipelines' : 'pipeline' };
    }
    const isStep = key === 'steps' && (path.length === 3 || isNumber(number));
    return isStep ? { kind: path.length === 3 ? 'steps' : 'step' } : undefined;
  }
  return undefined;
}

/** What the keys at a level say; none where keys are names. */
export function textsAt(level: RunbookLevel): Readonly<Record<string, KeyText>> {
  switch (level.kind) {
    case 'root':
      return rootKeyTexts;
    case 'agent':
      return agentKeyTexts;
    case 'pipeline':
      return pipelineKeyTexts;
    case 'step':
      return stepKeyTexts;
    case 'rule': {
      const { match, ...others } = ruleKeyTexts;
      return level.trigger === 'on_error' ? { match, ...others } : others;
    }
    case 'agents':
    case 'pipelines':
    case 'steps':
      return {};
  }
}

function isNumber(part: string | number | undefined): boolean {
  return typeof part === 'number';
}
