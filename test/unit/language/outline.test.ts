import { describe, expect, it } from 'vitest';
import type { DocumentSymbol } from 'vscode-languageserver-types';
import type { FileKind } from '../../../src/language/fileKind.ts';
import { foldsOf, symbolsOf } from '../../../src/language/outline.ts';
import { markedDocument } from '../../support/markedDocument.ts';

const hook = `---
# About
name: no-danger
description: >-
  Blocks
  things

trigger: before_tool
matcher:
  tool: Shell
  pattern: 'x'
---

# Body

- a
  b
`;

const runbook = `agents:
  build: &b
    run: claude
    on_error:
      - { match: other, action: nudge }
      - escalate
  other: *b

pipelines:
  feature:
    steps:
      - name: plan
        agent: build
      - { name: make, agent: other }
`;

/** The symbols as lines: the lines they are on, their names, their details. */
function lines(symbols: readonly DocumentSymbol[], depth = 0): string[] {
  return symbols.flatMap(({ name, detail = '', range, children = [] }) => [
    `${'  '.repeat(depth)}${range.start.line}-${range.end.line} ${name}${detail === '' ? '' : ` = ${detail}`}`,
    ...lines(children, depth + 1),
  ]);
}

function outline(text: string, kind: FileKind): string[] {
  return lines(symbolsOf(markedDocument(text).document, kind));
}

const folds = (text: string, kind: FileKind) =>
  foldsOf(markedDocument(text).document, kind).map(({ startLine, endLine }) => `${startLine}-${endLine}`);

describe('symbolsOf', () => {
  it('has the front matter of a hook by its name, and its keys', () => {
    expect(outline(hook, 'hook')).toEqual([
      '0-11 no-danger = before_tool',
      '  2-2 name = no-danger',
      '  3-5 description = Blocks things',
      '  7-7 trigger = before_tool',
      '  8-10 matcher',
      '    9-9 tool = Shell',
      '    10-10 pattern = x',
    ]);
    expect(outline(hook.replaceAll('\n', '\r\n'), 'hook')).toEqual(outline(hook, 'hook'));
    expect(outline(`\uFEFF${hook}`, 'hook')).toEqual(outline(hook, 'hook'));
    expect(outline('---\ntimeout: 5\n---', 'hook')).toEqual(['0-2 Hook', '  1-1 timeout = 5']);
  });

  it('has the agents of a runbook, and pipelines with their steps', () => {
    expect(outline(runbook, 'runbook')).toEqual([
      '0-6 agents',
      '  1-5 build',
      '    2-2 run = claude',
      '    3-5 on_error',
      '      4-4 nudge',
      '        4-4 match = other',
      '        4-4 action = nudge',
      '  6-6 other',
      '8-13 pipelines',
      '  9-13 feature',
      '    10-13 steps',
      '      11-12 plan = build',
      '        11-11 name = plan',
      '        12-12 agent = build',
      '      13-13 make = other',
      '        13-13 name = make',
      '        13-13 agent = other',
    ]);
  });

  it('has nothing of what cannot be read', () => {
    for (const text of [
      '',
      '# Page',
      '---\nname: x\n',
      '---\nname: "x\n---\n',
      '---\n- a\n---\n',
      '---\n---\n',
    ]) {
      expect([text, outline(text, 'hook')]).toEqual([text, []]);
    }
    for (const text of ['', 'agents: {', '- a', 'agents: *x', '\t']) {
      expect([text, outline(text, 'runbook')]).toEqual([text, []]);
    }
  });

  it('has no symbol without a name', () => {
    expect(outline('"": x\n', 'runbook')).toEqual(['0-0 (no name) = x']);
    expect(outline('"\\u202e": x\n', 'runbook')).toEqual(['0-0 (no name) = x']);
  });
});

const agents = (count: number) =>
  `agents:\n${Array.from({ length: count }, (_, at) => `  a${at}:\n    run: x\n    prompt: y\n`).join('')}`;
const countOf = (symbols: readonly DocumentSymbol[]): number =>
  symbols.reduce((sum, { children = [] }) => sum + 1 + countOf(children), 0);

describe('a large runbook', () => {
  it('has an outline and folds as a small one', () => {
    const { document } = markedDocument(`${agents(1500)}  last:\n    run: ${'x'.repeat(100_000)}\n`);
    const [all, ...others] = symbolsOf(document, 'runbook');
    expect(others).toEqual([]);
    expect(all?.children?.length).toBe(1501);
    expect(all?.children?.at(-1)?.children?.[0]?.name).toBe('run');
    expect(foldsOf(document, 'runbook').length).toBe(1502);
  });

  it('shows so much as an editor can take, from the outside in', () => {
    const { document } = markedDocument(agents(5001));
    const symbols = symbolsOf(document, 'runbook');
    expect(countOf(symbols)).toBe(5000);
    expect(symbols[0]?.children?.length).toBe(4999);
    expect(foldsOf(document, 'runbook').length).toBe(5000);
  });

  it('shows all agents before what is in the first of them', () => {
    const { document } = markedDocument(agents(3000));
    const [all] = symbolsOf(document, 'runbook');
    expect(all?.children?.length).toBe(3000);
    expect(countOf([all].flatMap((one) => one ?? []))).toBe(5000);
  });
});

describe('foldsOf', () => {
  it('folds the front matter with its closing line, and what is in it', () => {
    expect(folds(hook, 'hook')).toEqual(['0-11', '3-5', '8-10']);
    expect(folds(hook.replaceAll('\n', '\r\n'), 'hook')).toEqual(['0-11', '3-5', '8-10']);
    expect(folds('---\nname: "x\n---\n', 'hook')).toEqual(['0-2']);
    expect(folds('---\nname: x\n---', 'hook')).toEqual(['0-2']);
    expect(folds('---\nname: x\n', 'hook')).toEqual([]);
  });

  it('folds agents, pipelines and steps', () => {
    expect(folds(runbook, 'runbook')).toEqual(['0-6', '1-5', '3-5', '8-13', '9-13', '10-13', '11-12']);
    expect(folds('agents: {', 'runbook')).toEqual([]);
  });
});
