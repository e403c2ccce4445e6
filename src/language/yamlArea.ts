import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Range } from 'vscode-languageserver-types';
import { findFrontmatter } from '../core/hookfile/frontmatter.ts';
import { maxFrontmatterLength } from '../core/hookfile/parseHook.ts';
import { maxRunbookLength } from '../core/runbook/parseRunbook.ts';
import type { Span } from '../core/yaml/problem.ts';
import type { FileKind } from './fileKind.ts';
import { openMatter } from './openMatter.ts';

/** The part of a file that is YAML. */
export interface YamlArea {
  readonly yaml: string;
  /** Where in the document it begins. */
  readonly from: number;
  /** Where what is behind its closing line begins; of one that is not closed, its end. */
  readonly end: number;
  /** Nothing says where it ends. */
  readonly isOpen: boolean;
}

/** The YAML of a file: the front matter of a HOOK.md, all of a runbook. Nothing where there is none, or too much. */
export function yamlArea(document: TextDocument, kind: FileKind): YamlArea | undefined {
  const text = document.getText();
  // No part of what core looks at, and of no line: it stands before the first character.
  const mark = text.startsWith('\uFEFF') ? 1 : 0;
  if (kind === 'runbook') {
    const { length } = text;
    return length - mark > maxRunbookLength
      ? undefined
      : { yaml: text.slice(mark), from: mark, end: length, isOpen: false };
  }
  const start = text.slice(mark, mark + maxFrontmatterLength);
  const matter = findFrontmatter(start);
  if (matter === 'none') {
    return undefined;
  }
  if (matter === 'open') {
    const from = start.indexOf('\n') + 1;
    const yaml = openMatter(start.slice(from));
    return { yaml, from: mark + from, end: mark + from + yaml.length, isOpen: true };
  }
  return { yaml: matter.yaml, from: mark + matter.from, end: mark + matter.body, isOpen: false };
}

/** The place of a stretch of the YAML in its document. */
export function rangeIn(document: TextDocument, { from }: YamlArea, span: Span): Range {
  return { start: document.positionAt(from + span[0]), end: document.positionAt(from + span[1]) };
}

/** The place of a position in the YAML; nothing where it is outside, as on the lines of dashes. */
export function offsetIn(
  { yaml, from, isOpen }: YamlArea,
  offset: number,
  kind: FileKind,
): number | undefined {
  const at = offset - from;
  const isBefore = at < yaml.length || (at === yaml.length && (isOpen || kind === 'runbook'));
  return at >= 0 && isBefore ? at : undefined;
}
