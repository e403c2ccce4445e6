import { meantBy } from '../../core/yaml/meantBy.ts';
import { quoted } from '../../core/yaml/shape.ts';
import type { SpanEdit } from '../spanEdit.ts';
import type { Fix, Fixer } from './fix.ts';
import { guess, option, preferred } from './fix.ts';
import type { Scene } from './scene.ts';
import { entryWithKey } from './scene.ts';
import { mendLines, quoteWord } from './syntaxFixes.ts';
import { lineStart, removeEntry, renameKey } from './yamlEdits.ts';

/** Tabs become blanks, in the indentation of every line. */
function spacesForTabs({ text, region: [from, to] }: Scene): Fix | undefined {
  const edits: SpanEdit[] = [];
  for (const { index, 0: found, 1: start = '' } of text.slice(from, to).matchAll(/(^|\n)[ ]*\t[ \t]*/gu)) {
    const at = from + index + start.length;
    const blanks = found.slice(start.length);
    edits.push({ span: [at, at + blanks.length], text: blanks.replaceAll('\t', '  ') });
  }
  const fix = edits.length > 0 ? option('Change the tabs to spaces', ...edits) : undefined;
  return fix && { ...fix, isPreferred: true, isSafe: true, only: 'tabs' };
}

const syntax: Fixer = (scene, finding) => {
  const start = lineStart(scene.text, finding.span[0]);
  const isTab = /^[ ]*\t/u.test(scene.text.slice(start, start + 200));
  return [...(isTab ? [spacesForTabs(scene)] : []), ...mendLines(scene, finding.span[0])];
};

const unknownKey: Fixer = (scene, { span, message }) => {
  const place = entryWithKey(scene, span);
  const near = meantBy(message);
  const isTaken = place?.mapping.entries.some(({ key }) => key === near) ?? true;
  const renamed =
    place && near !== undefined && !isTaken && guess(place.entry.key, near, renameKey(place, near));
  return [
    renamed ? { ...renamed, reveals: true } : undefined,
    place && option(`Remove ${quoted(place.entry.key)}`, removeEntry(scene, place)),
  ];
};

const duplicateKey: Fixer = (scene, { span }) => {
  const place = entryWithKey(scene, span);
  return [place && preferred(`Remove this ${quoted(place.entry.key)}`, removeEntry(scene, place))];
};

const tag: Fixer = (scene, { span: [from, to] }) => {
  const rest = /^[ \t]*(?=[^\s#,}\]])/u.exec(scene.text.slice(to))?.[0];
  return [
    rest === undefined
      ? undefined
      : preferred('Remove the tag', { span: [from, to + rest.length], text: '' }),
    ...(rest === undefined ? quoteWord(scene, [from, to]) : []),
  ];
};

const severalDocuments: Fixer = ({ region }, { span: [from] }) => [
  option('Remove the second document', { span: [from, region[1]], text: '' }),
];

const mergeKey: Fixer = (scene, { span }) => {
  const place = entryWithKey(scene, span);
  return [place && option("Remove '<<'", removeEntry(scene, place))];
};

/** Fixes that are the same in every file of YAML, by the codes without their family. */
export const yamlFixers = {
  syntax,
  'unknown-alias': (scene: Scene, { span }) => quoteWord(scene, span),
  'unknown-key': unknownKey,
  'duplicate-key': duplicateKey,
  tag,
  'several-documents': severalDocuments,
  'merge-key': mergeKey,
} satisfies Readonly<Record<string, Fixer>>;
