import type { Span } from '../../core/yaml/problem.ts';
import type { Fix } from './fix.ts';
import { preferred } from './fix.ts';
import type { Scene } from './scene.ts';
import { inQuotes, lineEnd, lineStart } from './yamlEdits.ts';

/** How many lines before an error are looked at: what opens something is told where it should have ended. */
const mostLines = 12;

/** A line of a key with a value on it. */
interface KeyLine {
  readonly key: string;
  readonly value: string;
  readonly from: number;
}

/** Changes that may make YAML readable that is not, near a place. The first that does is enough. */
export function mendLines(scene: Scene, at: number): readonly (Fix | undefined)[] {
  const { text, region } = scene;
  const fixes: (Fix | undefined)[] = [];
  let start = lineStart(text, Math.min(at, Math.max(region[1] - 1, region[0])));
  for (let line = 0; line < mostLines && start >= region[0]; line++) {
    fixes.push(...lineFixes(scene, start, line === 0));
    if (start === region[0]) {
      break;
    }
    start = lineStart(text, start - 1);
  }
  return fixes.map((fix) => fix && { ...fix, only: 'syntax' });
}

/** Puts a word into single quotes, or the whole value of the line that it is in where that is a text. */
export function quoteWord(scene: Scene, [from, to]: Span): readonly (Fix | undefined)[] {
  const { text } = scene;
  const line = keyLine(text, lineStart(text, from));
  if (line && line.from === from) {
    return [quote(line, true)];
  }
  const isAlone = /^[ \t]*(?:[,}\]\n\r]|$)/u.test(text.slice(to, to + 200));
  const word = { span: [from, to] as const, text: inQuotes(text.slice(from, to)) };
  return [isAlone ? preferred('Put it in single quotes', word) : undefined];
}

/** Keys whose value is a text, however it begins. */
const textKeys = ['description', 'tool', 'pattern', 'run', 'prompt', 'message'];

function lineFixes({ text }: Scene, start: number, isOwn: boolean): readonly (Fix | undefined)[] {
  const line = keyLine(text, start);
  if (!line) {
    return [spaceBehindColon(text, start)];
  }
  const { value, from } = line;
  const end = from + value.length;
  const closing = ({ '"': '"', "'": "'", '[': ']', '{': '}' } as const)[value.charAt(0)];
  const closed = closing && preferred(`Close it with ${closing}`, { span: [end, end], text: closing });
  return [quote(line, isOwn), closed];
}

function keyLine(text: string, start: number): KeyLine | undefined {
  const line = text.slice(start, Math.min(lineEnd(text, start), start + 2000));
  const [, head, key, value] =
    /^([ \t]*(?:-[ \t]+)?([\w.-]{1,64}):[ \t]+)(\S(?:.*?\S)??)(?:[ \t]+#.*)?[ \t]*$/u.exec(line) ?? [];
  return head === undefined || key === undefined || value === undefined
    ? undefined
    : { key, value, from: start + head.length };
}

function quote({ key, value, from }: KeyLine, isSafe: boolean): Fix | undefined {
  const isText = textKeys.includes(key);
  // What begins with a bracket is a text only where nothing else can be.
  const isNone = /^(?:["'|>#]|&\S+[ \t]|$)/u.test(value) || (/^[[{]/u.test(value) && !isText);
  const fix = isNone
    ? undefined
    : preferred('Put it in single quotes', { span: [from, from + value.length], text: inQuotes(value) });
  return fix && { ...fix, isSafe: isSafe && isText };
}

function spaceBehindColon(text: string, start: number): Fix | undefined {
  const line = text.slice(start, Math.min(lineEnd(text, start), start + 200));
  const head = /^[ \t]*(?:-[ \t]+)?[\w-]{1,64}:(?=[^\s:/])/u.exec(line)?.[0];
  const at = start + (head?.length ?? 0);
  return head === undefined
    ? undefined
    : preferred('Put a space behind the colon', { span: [at, at], text: ' ' });
}
