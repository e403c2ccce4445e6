import type { Span } from '../../core/yaml/problem.ts';
import type { Entry, MappingShape, Shape } from '../../core/yaml/shape.ts';
import type { SpanEdit } from '../spanEdit.ts';
import type { EntryPlace, ItemPlace, Scene } from './scene.ts';

/** A text as a value that YAML reads as this very text. */
export function yamlText(text: string): string {
  const isPlain =
    /^[\p{L}\p{N}_./](?:[\p{L}\p{N}_./ -]*[\p{L}\p{N}_./-])?$/u.test(text) &&
    /\p{L}/u.test(text) &&
    !/^(?:true|false|null|[+-]?\.?(?:inf|nan)|[\d.]+e\d+|0[xo].*)$/iu.test(text);
  // Only double quotes can write a control character.
  return isPlain ? text : /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text) ? JSON.stringify(text) : inQuotes(text);
}

/** A text in single quotes, as it is. */
export function inQuotes(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** How a shape is written, without the blanks behind it. */
export function writtenAs({ text }: Scene, { span }: Shape): string {
  return text.slice(span[0], span[1]).trimEnd();
}

/** Whether something is written in braces or brackets. */
export function isFlow({ text }: Scene, { span }: Shape): boolean {
  return text[span[0]] === '{' || text[span[0]] === '[';
}

function isMissing({ keySpan, value }: Entry): boolean {
  return value.span[0] === keySpan[0];
}

/** Where an entry ends; behind the colon of one that has no value. */
function endOf(scene: Scene, entry: Entry): number {
  if (!isMissing(entry)) {
    return entry.value.span[0] + writtenAs(scene, entry.value).length;
  }
  const colon = /^[ \t]*:/u.exec(scene.text.slice(entry.keySpan[1]));
  return entry.keySpan[1] + (colon?.[0].length ?? 0);
}

/** Gives a key another value. */
export function setValue(scene: Scene, { entry }: EntryPlace, value: string): SpanEdit {
  const end = endOf(scene, entry);
  return isMissing(entry)
    ? { span: [end, end], text: ` ${value}` }
    : { span: [entry.value.span[0], end], text: value };
}

/** Puts something else in the place of a shape. */
export function replaceShape(scene: Scene, shape: Shape, value: string): SpanEdit {
  return { span: [shape.span[0], shape.span[0] + writtenAs(scene, shape).length], text: value };
}

/** Calls a key something else. */
export function renameKey({ entry }: EntryPlace, key: string): SpanEdit {
  return { span: entry.keySpan, text: key };
}

/** The start of the line that a place is in. */
export function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

/** The end of the line that a place is in, before what ends it. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : text[end - 1] === '\r' && end - 1 >= at ? end - 1 : end;
}

function nextLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
}

/** Takes an entry out, with its whole value; nothing where that is not simple. */
export function removeEntry(scene: Scene, { entry, mapping }: EntryPlace): SpanEdit | undefined {
  const at = mapping.entries.indexOf(entry);
  const [before, after] = [mapping.entries[at - 1], mapping.entries[at + 1]];
  const from = entry.keySpan[0];
  return removePart(scene, {
    from,
    to: endOf(scene, entry),
    isFlow: isFlow(scene, mapping),
    isOwnLine: /^\s*$/u.test(scene.text.slice(lineStart(scene.text, from), from)),
    before: before && endOf(scene, before),
    after: after?.keySpan[0],
  });
}

/** Takes an item out of its list; nothing where that is not simple. */
export function removeItem(scene: Scene, { item, list }: ItemPlace): SpanEdit | undefined {
  const at = list.items.indexOf(item);
  const [before, after] = [list.items[at - 1], list.items[at + 1]];
  const [from] = item.span;
  return removePart(scene, {
    from,
    to: from + writtenAs(scene, item).length,
    isFlow: isFlow(scene, list),
    isOwnLine: /^\s*-\s+$/u.test(scene.text.slice(lineStart(scene.text, from), from)),
    before: before && before.span[0] + writtenAs(scene, before).length,
    after: after?.span[0],
  });
}

interface Part {
  readonly from: number;
  readonly to: number;
  readonly isFlow: boolean;
  readonly isOwnLine: boolean;
  /** Where the part before it ends, and the one behind it starts. */
  readonly before: number | undefined;
  readonly after: number | undefined;
}

function removePart(
  { text }: Scene,
  { from, to, isFlow: flow, isOwnLine, before, after }: Part,
): SpanEdit | undefined {
  const cut = (span: Span): SpanEdit => ({ span, text: '' });
  if (!flow && isOwnLine) {
    return cut([lineStart(text, from), nextLine(text, to)]);
  }
  if (after !== undefined) {
    return cut([from, after]);
  }
  return flow ? cut([before ?? from, to]) : undefined;
}

/** Puts an entry into a mapping: behind one of its entries, or before all of them. */
export function insertEntry(
  scene: Scene,
  mapping: MappingShape,
  line: string,
  behind?: Entry | undefined,
): SpanEdit {
  const { text } = scene;
  const [first] = mapping.entries;
  const put = (at: number, what: string): SpanEdit => ({ span: [at, at], text: what });
  const [start] = mapping.span;
  if (isFlow(scene, mapping)) {
    const only = first ? `${line}, ` : ` ${line} `;
    return behind ? put(endOf(scene, behind), `, ${line}`) : put(first?.keySpan[0] ?? start + 1, only);
  }
  const indent = ' '.repeat(start - lineStart(text, start));
  return behind
    ? put(lineEnd(text, endOf(scene, behind)), `${scene.lineEnd}${indent}${line}`)
    : put(start, `${line}${scene.lineEnd}${indent}`);
}
