import {
  actionTexts,
  agentKeyTexts,
  errorClassTexts,
  ruleKeyTexts,
  stepKeyTexts,
} from '../core/runbook/keyTexts.ts';
import { parseDuration } from '../core/runbook/parseDuration.ts';
import { parseRunbook } from '../core/runbook/parseRunbook.ts';
import type { RunbookAgent } from '../core/runbook/runbook.ts';
import { clip } from '../core/text/clip.ts';
import { markdownText } from '../core/text/foreignText.ts';
import { policyWords } from '../core/view/policyWords.ts';
import type { Known } from './hookHover.ts';
import { keyOf } from './hookHover.ts';
import { inWords } from './inWords.ts';
import { code } from './keyMarkdown.ts';
import { runbookLevel, textsAt } from './runbookLevel.ts';
import type { YamlCursor } from './yamlCursor.ts';

/** What is to be known about a place of a runbook with this text. */
export function runbookHover(cursor: YamlCursor, text: string): Known | undefined {
  const { role, path, word, hasColon } = cursor;
  const own = runbookLevel(path);
  if (role === 'key') {
    if (own?.kind === 'agents') {
      return agentOf(word, cursor, text);
    }
    if (own?.kind === 'pipelines') {
      return pipelineOf(word, text);
    }
    const action = own?.kind === 'rule' && !hasColon ? wordOf(word, actionTexts) : undefined;
    return action ?? (own && keyOf(word, textsAt(own)));
  }
  if (own?.kind === 'rule') {
    return wordOf(word, actionTexts) ?? keyOf(String(path[2]), agentKeyTexts);
  }
  const level = runbookLevel(path.slice(0, -1));
  const key = String(path.at(-1));
  if (level?.kind === 'step') {
    return (key === 'agent' ? agentOf(word, cursor, text) : undefined) ?? keyOf(key, stepKeyTexts);
  }
  if (level?.kind === 'agent') {
    return keyOf(key, agentKeyTexts);
  }
  return level?.kind === 'rule' ? ruleValue(key, word) : undefined;
}

function ruleValue(key: string, word: string): Known | undefined {
  switch (key) {
    case 'action':
      return wordOf(word, actionTexts);
    case 'match':
      return wordOf(word, errorClassTexts);
    case 'attempts': {
      const isForever = word === 'forever';
      const many = /^\d{1,15}$/u.test(word) && Number(word) > 0 ? Number(word) : undefined;
      const often = many === 1 ? 'once' : `${many} times in a row`;
      return isForever
        ? { about: `${code(word)}: again and again; the run never waits for you because of it.` }
        : many === undefined
          ? keyOf(key, ruleKeyTexts)
          : { about: `${code(word)}: ${often}; after that the run waits for you.` };
    }
    case 'cooldown':
    case 'timeout': {
      const ms = parseDuration(word);
      return typeof ms === 'number'
        ? { about: `${code(word.trim())}: ${inWords(ms)}.` }
        : keyOf(key, ruleKeyTexts);
    }
    default:
      return keyOf(key, ruleKeyTexts);
  }
}

function wordOf(word: string, texts: Readonly<Record<string, string>>): Known | undefined {
  return Object.hasOwn(texts, word) ? { about: `${code(word)}: ${texts[word]}` } : undefined;
}

/** An agent as the runbook has it; of a runbook with an error only that it is one. */
function agentOf(name: string, { keysAt }: YamlCursor, text: string): Known | undefined {
  const agent = parseRunbook(text).runbook?.agents.get(name);
  if (agent) {
    return { about: agentMarkdown(agent) };
  }
  const isOne = keysAt(['agents']).includes(name);
  return isOne ? { about: `**${markdownText(clip(name, 100))}**: an agent of this runbook.` } : undefined;
}

function agentMarkdown({ name, run, prompt, worktree, policy }: RunbookAgent): string {
  const lines = [
    `**${markdownText(clip(name, 100))}**: an agent, started with ${markdownText(clip(run, 200))}`,
    ...(prompt === undefined ? [] : [`It is told: ${markdownText(clip(prompt, 400))}`]),
    ...(worktree ? ['It works in a git worktree of its own.'] : []),
    policyWords(policy),
  ];
  return lines.join('\n\n');
}

function pipelineOf(name: string, text: string): Known | undefined {
  const steps = parseRunbook(text).runbook?.pipelines.get(name)?.steps;
  const names = steps?.map((step) => markdownText(clip(step.name, 60))) ?? [];
  const shown = names.length > 12 ? [...names.slice(0, 12), '…'] : names;
  return steps && { about: `**${markdownText(clip(name, 100))}**: a pipeline. ${shown.join(' → ')}` };
}
