import type { CST, YAMLError } from 'yaml';
import { Composer } from 'yaml';
import { clip } from '../text/clip.ts';
import { plainText } from '../text/plainText.ts';
import { badEscapes } from './badEscapes.ts';
import type { Found, Report, Span, YamlCode } from './problem.ts';
import { errorAt, warningAt } from './problem.ts';
import { readShape } from './readShape.ts';
import type { Shape } from './shape.ts';
import { tightSpan } from './tightSpan.ts';
import { yamlTokens } from './yamlTokens.ts';

type LibraryCode = YAMLError['code'];

/** What the library's codes mean to somebody who writes a file; the others are told in its own words. */
const known: Partial<Readonly<Record<LibraryCode, readonly [YamlCode, string]>>> = {
  TAB_AS_INDENT: ['syntax', 'Indent with spaces; YAML takes no tabs here.'],
  NON_STRING_KEY: ['key', 'Write the key as a plain text; no list, mapping, tag or alias can be one.'],
  TAG_RESOLVE_FAILED: ['tag', 'Take the tag out; only the plain values of YAML 1.2 are read.'],
};

const options = {
  schema: 'core',
  resolveKnownTags: false,
  stringKeys: true,
  prettyErrors: false,
  // The library compares each key with all others of its mapping; with many keys that takes minutes.
  uniqueKeys: false,
} as const;

/**
 * Reads YAML 1.2 with the core schema, whatever version the text itself asks for. `undefined` where it is broken,
 * which is reported; a text with nothing in it holds an empty value. Whoever gives `reportEscape` is told of a text in
 * double quotes with an escape that YAML does not have, once, and where the escape is; nothing else is reported of it.
 */
export function readYaml(
  text: string,
  report: Report,
  reportEscape?: (value: Span, sequence: Span) => void,
): Shape | undefined {
  const { tokens, deep } = yamlTokens(text);
  const [document, another] = tokens ? new Composer(options).compose(tokens, true, text.length) : [];
  if (!document) {
    report(deep ?? errorAt([0, 0], 'syntax', 'Invalid YAML.'));
    return undefined;
  }
  const told = new Set<number>();
  for (const { value, first, all } of reportEscape ? badEscapes(document, text) : []) {
    reportEscape?.(value, [first, first + 2]);
    for (const place of all) {
      told.add(place);
    }
  }
  for (const error of document.errors) {
    if (error.code !== 'BAD_DQ_ESCAPE' || !told.has(error.pos[0])) {
      report(foundOf(error, text));
    }
  }
  if (another) {
    const place = tightSpan(text, [another.range[0], another.range[1]]);
    report(errorAt(place, 'several-documents', 'Keep one document in the file; take this one out.'));
  }
  for (const warning of document.warnings) {
    report(foundOf(warning, text));
  }
  return another || document.errors.length > 0 ? undefined : readShape(document.contents, text, report);
}

/** What `readYaml` gives for the tokens of a text, which are most of the work; nothing is reported. */
export function readTokens(tokens: readonly CST.Token[], text: string): Shape | undefined {
  const [document, another] = new Composer(options).compose(tokens, true, text.length);
  const isBroken = !document || another || document.errors.length > 0;
  return isBroken ? undefined : readShape(document.contents, text, () => {});
}

function foundOf({ code, message, pos: place, name }: YAMLError, text: string): Found<YamlCode> {
  const pos = tightSpan(text, place);
  const [ours, sentence] = known[code] ?? [];
  if (ours !== undefined && sentence !== undefined) {
    return errorAt(pos, ours, sentence);
  }
  const words = `Invalid YAML: ${clip(plainText(clip(message, 400)), 200)}.`;
  return name === 'YAMLWarning' ? warningAt(pos, 'syntax', words) : errorAt(pos, 'syntax', words);
}
