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
 * with a line of little indentation, and has the line of the part that it belongs to before it, and the names of the
 * agents, which steps refer to.
 */
export function areaAt(document: TextDocument, kind: FileKind, offset: number): YamlArea | undefined {
  const area = yamlArea(document, kind);
  if (!area || kind === 'hook' || area.yaml.length <= largeRunbook) {
    return area;
  }
  const { yaml, from } = area;
  const at = Math.min(Math.max(offset - from, 0), yaml.length);
  const near = Math.max(0, at - nearby);
  const start = shallowBefore(yaml, near, indentBelow(yaml, shallowBefore(yaml, near, 0)));
  const end = yaml.indexOf('\n', Math.min(at + nearby, yaml.length));
  const text = yaml.slice(start, end < 0 ? yaml.length : end + 1);
  const part = /^\S/u.test(text) ? '' : lineAt(yaml, shallowBefore(yaml, start, 0));
  const agents = start === 0 || /^agents\s*:/u.test(part) ? '' : agentLines(yaml);
  const before = agents + part;
  return { ...area, yaml: before + text, from: from + start - before.length };
}

/** How far the first line below one of the outermost is indented. */
function indentBelow(yaml: string, start: number): number {
  return /^( +)\S/mu.exec(yaml.slice(start, start + nearby))?.[1]?.length ?? 2;
}

/** As many agents as somebody may choose from. */
const mostAgents = 1000;

/** The names of the agents of a runbook, a line each below `agents:`, found without reading it as YAML. */
function agentLines(yaml: string): string {
  const start = /^agents[ \t]*:[ \t]*(?:#.*)?\r?$/mu.exec(yaml)?.index;
  if (start === undefined) {
    return '';
  }
  const indent = indentBelow(yaml, start);
  const from = yaml.indexOf('\n', start) + 1;
  const end = /^[^\s#]/mu.exec(yaml.slice(from))?.index;
  const names = yaml
    .slice(from, end === undefined ? yaml.length : from + end)
    .matchAll(new RegExp(`^ {${indent}}([^\\s#-][^\\r\\n]*?)[ \\t]*:(?=\\s|$)`, 'gmu'));
  const lines: string[] = [];
  for (const [, name] of names) {
    if (lines.push(`  ${name}:\n`) === mostAgents) {
      break;
    }
  }
  return `agents:\n${lines.join('')}`;
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
