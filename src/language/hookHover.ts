import { priorityAmount, timeoutAmount } from '../core/hookfile/hook.ts';
import { hookKeyTexts, matcherKeyTexts } from '../core/hookfile/keyTexts.ts';
import { wrongRegex } from '../core/hookfile/readMatcher.ts';
import { triggerNamed } from '../core/hookfile/triggers.ts';
import type { ProgramPowers } from '../core/hookrun/programPowers.ts';
import type { Span } from '../core/yaml/problem.ts';
import { inWords } from './inWords.ts';
import { code, keyMarkdown, toolMarkdown, triggerMarkdown } from './keyMarkdown.ts';
import { toolWordAt } from './toolOffers.ts';
import type { YamlCursor } from './yamlCursor.ts';

/** Something to know, in Markdown, and about which stretch of the text. */
export interface Known {
  readonly about: string;
  readonly span?: Span;
}

/** What is to be known about a place of the front matter. */
export function hookHover(
  cursor: YamlCursor,
  at: number,
  programs?: readonly ProgramPowers[],
): Known | undefined {
  const { role, path, word } = cursor;
  if (role === 'key') {
    const [first, second] = path;
    const texts = first === undefined ? hookKeyTexts : first === 'matcher' ? matcherKeyTexts : {};
    const key = first === undefined && word === 'async_' ? 'async' : word;
    return second === undefined ? keyOf(key, texts) : undefined;
  }
  switch (path.join('/')) {
    case 'trigger': {
      const trigger = triggerNamed(word);
      return trigger ? { about: triggerMarkdown(trigger, programs) } : keyOf('trigger', hookKeyTexts);
    }
    case 'matcher/tool':
      return toolOf(cursor, at);
    case 'matcher/pattern':
      return { about: patternMarkdown(word) };
    case 'timeout': {
      const ms = amountOf(word, timeoutAmount.least, timeoutAmount.most);
      return ms === undefined
        ? keyOf('timeout', hookKeyTexts)
        : {
            about: `${code(String(ms))}: ${inWords(ms)}. A script that takes longer is stopped and blocks nothing.`,
          };
    }
    case 'priority': {
      const amount = amountOf(word, priorityAmount.least, priorityAmount.most);
      return amount === undefined
        ? keyOf('priority', hookKeyTexts)
        : {
            about: `${code(String(amount))}: ${orderWords(amount)}. The default is ${priorityAmount.usual}.`,
          };
    }
    case 'async_':
      return keyOf('async', hookKeyTexts);
    default:
      // What a key takes is what is to be known about a value that means nothing by itself.
      return path.length === 1 || path[0] === 'metadata' ? keyOf(String(path[0]), hookKeyTexts) : undefined;
  }
}

/** What is known about a key, where it is one of these. */
export function keyOf(key: string, texts: Readonly<Record<string, Parameters<typeof keyMarkdown>[1]>>) {
  const text = Object.hasOwn(texts, key) ? texts[key] : undefined;
  return text && { about: keyMarkdown(key, text) };
}

function toolOf(cursor: YamlCursor, at: number): Known | undefined {
  const { name, span } = toolWordAt(cursor, at);
  const about = toolMarkdown(name);
  return about === undefined ? keyOf('tool', matcherKeyTexts) : { about, span };
}

function patternMarkdown(word: string): string {
  const wrong = wrongRegex(word);
  const isEnd = /(?<!\\)\$$/u.test(word);
  const lines = [
    keyMarkdown('pattern', matcherKeyTexts.pattern),
    ...(wrong === undefined && isEnd
      ? [
          'The `$` stands for the end of one of the texts, such as a path; in the JSON it stands for the end of all.',
        ]
      : []),
    'A hook without `tool` looks into what every tool is given.',
  ];
  return lines.join('\n\n');
}

function amountOf(word: string, least: number, most: number): number | undefined {
  const amount = /^\s*[+-]?\d+\s*$/u.test(word) ? Number(word) : undefined;
  return amount !== undefined && amount >= least && amount <= most ? amount : undefined;
}

function orderWords(amount: number): string {
  const { usual } = priorityAmount;
  return amount === usual
    ? 'runs in the usual order'
    : amount > usual
      ? 'runs before hooks without a priority'
      : 'runs after hooks without a priority';
}
