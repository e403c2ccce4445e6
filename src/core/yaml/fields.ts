import { nearestWord } from './nearestWord.ts';
import type { Report, Span } from './problem.ts';
import { errorAt } from './problem.ts';
import type { Entry, ListShape, MappingShape, Shape } from './shape.ts';
import { kindWord, quoted } from './shape.ts';

/** The entries of a mapping by their keys; those that nobody knows are reported. */
export function fieldsOf(
  { entries }: MappingShape,
  { of, known }: { readonly of: string; readonly known: readonly string[] },
  report: Report,
): ReadonlyMap<string, Entry> {
  const fields = new Map<string, Entry>();
  for (const entry of entries) {
    if (known.includes(entry.key)) {
      fields.set(entry.key, entry);
    } else if (entry.key !== '<<') {
      report(errorAt(entry.keySpan, 'unknown-key', unknownKey(entry.key, of, known)));
    }
  }
  return fields;
}

function unknownKey(key: string, of: string, known: readonly string[]): string {
  const near = nearestWord(key, known);
  return near === undefined
    ? `Take ${quoted(key)} out; the keys of ${of} are ${known.join(', ')}.`
    : `Write '${near}' instead of ${quoted(key)}; ${of} has no such key.`;
}

/** A mapping, or nothing and a report. */
export function mappingOf(shape: Shape, what: string, report: Report): MappingShape | undefined {
  return shape.kind === 'mapping' ? shape : wrongType(shape, `${what} a mapping`, report);
}

/** A list, or nothing and a report. */
export function listOf(shape: Shape, what: string, report: Report): ListShape | undefined {
  return shape.kind === 'list' ? shape : wrongType(shape, `${what} a list`, report);
}

/** The text of a key, or nothing: it is not there, or what is there is no text, or blank, and reported. */
export function textOf(entry: Entry | undefined, report: Report, isNeeded = false): string | undefined {
  if (!entry) {
    return undefined;
  }
  const { key, value } = entry;
  if (value.kind !== 'scalar' || typeof value.value !== 'string') {
    const quotes = value.kind === 'scalar' && value.value !== null ? ', in quotes' : '';
    return wrongType(value, `'${key}' a text${quotes}`, report);
  }
  if (value.value.trim() === '') {
    const message = `Give '${key}' a text${isNeeded ? '' : ', or take the key out'}.`;
    report(errorAt(value.span, 'empty-text', message));
    return undefined;
  }
  return value.value;
}

/** What a key that is true or false says, or nothing. */
export function flagOf(entry: Entry | undefined, report: Report): boolean | undefined {
  if (!entry) {
    return undefined;
  }
  const { key, value } = entry;
  return value.kind === 'scalar' && typeof value.value === 'boolean'
    ? value.value
    : wrongType(value, `'${key}' the value true or false`, report);
}

/** A name that can be shown on one line and said on the command line, or nothing and a report. */
export function checkedName(name: string, span: Span, report: Report): string | undefined {
  const wrong =
    name.trim() === ''
      ? 'it is empty'
      : name.includes('/')
        ? "it has a '/' in it"
        : /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(name)
          ? 'it has a control character in it'
          : undefined;
  if (wrong === undefined) {
    return name;
  }
  report(errorAt(span, 'name', `Give it another name; ${wrong}.`));
  return undefined;
}

/** Words as a sentence lists them. */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

function wrongType(shape: Shape, wanted: string, report: Report): undefined {
  report(errorAt(shape.span, 'wrong-type', `Give ${wanted}; here is ${kindWord(shape)}.`));
}
