import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { TextEdit } from 'vscode-languageserver-types';
import { evenYaml } from '../core/yaml/evenYaml.ts';
import type { FileKind } from './fileKind.ts';
import { rangeIn, yamlArea } from './yamlArea.ts';

/** Writes the YAML of a file evenly: its values, comments and order stay. Nothing where it cannot be read. */
export function formatYaml(document: TextDocument, kind: FileKind): TextEdit[] {
  const area = yamlArea(document, kind);
  const even = area && !area.isOpen ? evenYaml(area.yaml) : undefined;
  if (!area || even === undefined || even === area.yaml) {
    return [];
  }
  const [before, after] = [linesOf(area.yaml), linesOf(even)];
  const most = Math.min(before.length, after.length);
  const isSame = (at: number) => before.at(at) === after.at(at);
  // Lines at both ends that stay are left alone, and so are the cursors in them.
  let head = 0;
  while (head < most && isSame(head)) {
    head++;
  }
  let tail = 0;
  while (tail < most - head && isSame(-1 - tail)) {
    tail++;
  }
  const lengthOf = (lines: readonly string[]) => lines.join('').length;
  const from = lengthOf(before.slice(0, head));
  const to = area.yaml.length - lengthOf(before.slice(before.length - tail));
  const newText = after.slice(head, after.length - tail).join('');
  return [{ range: rangeIn(document, area, [from, to]), newText }];
}

/** Lines with their ends. */
function linesOf(text: string): readonly string[] {
  return text.split(/(?<=\n)/u);
}
