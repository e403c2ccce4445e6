import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { FileKind } from './fileKind.ts';
import type { YamlArea } from './yamlArea.ts';
import { yamlArea } from './yamlArea.ts';

/** From here on a runbook takes so long to read that nobody could type in it if it were read at every letter. */
export const largeRunbook = 100_000;

/** How much of a large one is looked at on either side of a place. */
const nearby = 20_000;

/**
 * The YAML to look at for one place of a file: all of it, or what is around the place in a large runbook. That begins
 * with a line of little indentation, and has the line of the part that it belongs to before it.
 */
export function areaAt(document: TextDocument, kind: FileKind, offset: number): YamlArea | undefined {
  const area = yamlArea(document, kind);
  if (!area || kind === 'hook' || area.yaml.length <= largeRunbook) {
    return area;
  }
  const { yaml, from } = area;
  const at = Math.min(Math.max(offset - from, 0), yaml.length);
  const start = shallowBefore(yaml, Math.max(0, at - nearby), 2);
  const end = yaml.indexOf('\n', Math.min(at + nearby, yaml.length));
  const text = yaml.slice(start, end < 0 ? yaml.length : end + 1);
  const part = /^\S/u.test(text) ? '' : lineAt(yaml, shallowBefore(yaml, start, 0));
  return { ...area, yaml: part + text, from: from + start - part.length };
}

/** Where the last line before a place begins that is indented by no more than that, and is none of a list. */
function shallowBefore(yaml: string, at: number, indent: number): number {
  for (let start = yaml.lastIndexOf('\n', at) + 1; start > 0; start = yaml.lastIndexOf('\n', start - 2) + 1) {
    const line = yaml.slice(start, start + indent + 1);
    const depth = line.length - line.trimStart().length;
    if (depth <= indent && !/^[\s#-]/u.test(line.trimStart() || ' ')) {
      return start;
    }
  }
  return 0;
}

function lineAt(yaml: string, start: number): string {
  return yaml.slice(start, yaml.indexOf('\n', start) + 1);
}
