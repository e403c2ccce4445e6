import { describe, expect, it } from 'vitest';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { fixAll } from '../../../src/language/fixProblems.ts';
import { applied, diagnose } from '../../support/fixes.ts';
import { front, three } from '../../support/hookFixes.ts';
import { healthyAround, hookDocument, hookText, runbookDocument } from '../../support/languageFiles.ts';

function allFixed(document: TextDocument): string | undefined {
  const action = fixAll(document, diagnose(document));
  return action && applied(document, action)?.getText();
}

const triggered = (trigger: string) => front(...three.slice(0, 2), `trigger: ${trigger}`);

describe('fixAll', () => {
  it('makes everything that is obvious at once', () => {
    const text = front('name: 5', 'description: 7', 'trigger: before_tool', 'timeout: 2m', 'priority: 2000');
    expect(allFixed(hookDocument(text))).toBe(
      front("name: '5'", "description: '7'", 'trigger: before_tool', 'timeout: 120000', 'priority: 1000'),
    );
  });

  it('goes on with what comes to light', () => {
    const text = front(
      ...three.slice(0, 2),
      'trigger: Before_Tool',
      'matcher:',
      '\tpattern: "\\.py$"',
      'timeuot: 900000',
    );
    expect(allFixed(hookDocument(text))).toBe(
      front(
        ...three.slice(0, 2),
        'trigger: before_tool',
        'matcher:',
        "  pattern: '\\.py$'",
        'timeout: 600000',
      ),
    );
  });

  it('changes only what it mends', () => {
    const document = hookDocument(hookText('timeout: 1h', 'priority: -1'));
    const edits = fixAll(document, diagnose(document))?.edit?.changes?.[document.uri];
    expect(edits?.map(({ newText }) => newText)).toEqual(['600000', '0']);
  });

  it('is of a kind that can be made on save', () => {
    const document = runbookDocument('agents: { a: { run: 5, worktree: yes } }\n');
    expect(fixAll(document, diagnose(document))?.kind).toBe('source.fixAll.beckon');
    expect(allFixed(document)).toBe("agents: { a: { run: '5', worktree: true } }\n");
  });

  it('writes no key twice', () => {
    const text = 'agents: { a: { run: x, promt: y, prompd: z } }\n';
    expect(allFixed(runbookDocument(text))).toBe('agents: { a: { run: x, prompt: y, prompd: z } }\n');
  });

  it.each([
    ['nothing is wrong', hookText()],
    ['a key is not known', hookText('colour: red')],
    ['a key is missing', front(...three.slice(1))],
    ['something has no effect', hookText('trigger: session_start', 'matcher: { tool: x }')],
    ['the dashes are missing', '# Sample\n'],
    ['it cannot be told what was meant', hookText('async: maybe')],
    ['a list is open', hookText('metadata: [a')],
    ['seconds may be meant', hookText('timeout: 30')],
    ['backslashes are doubled in one place', hookText('matcher: { pattern: "rm\\\\s|sudo\\s" }')],
    ['the end may be meant for the start', triggered('session_stop')],
    ['it is the name of another program', triggered('PreToolUse')],
    ['it could be before or after', triggered('post-compact')],
    ['a word is far from what it is taken for', triggered('pre-agent-stop')],
    ['a key is far from what it is taken for', hookText('prio: 5')],
    ['another error would come', hookText('trigger: 5')],
  ])('leaves it alone where %s', (_, text) => {
    const document = hookDocument(text);
    expect(fixAll(document, diagnose(document))).toBeUndefined();
  });

  it.each([
    ['none is a word of its own', 'on_idle: none'],
    ['it means the opposite', 'on_error: { match: authorized, action: escalate }'],
  ])('leaves a rule alone where %s', (_, rule) => {
    const document = runbookDocument(`agents: { a: { run: x, ${rule} } }\n`);
    expect(diagnose(document)).toHaveLength(1);
    expect(fixAll(document, diagnose(document))).toBeUndefined();
  });

  it.each(['reviewer2', 'reviewers', 'preview'])(
    'leaves the agent %s alone, who may still be made',
    (name) => {
      const text = `agents: { reviewer1: { run: x } }\npipelines: { p: { steps: [{ name: s, agent: ${name} }] } }\n`;
      const document = runbookDocument(text);
      expect(fixAll(document, diagnose(document))).toBeUndefined();
    },
  );

  it('takes capital letters, hyphens and underscores for slips', () => {
    expect(allFixed(hookDocument(triggered('Before-Tool')))).toBe(triggered('before_tool'));
    const text = (name: string) =>
      `agents: { code-review: { run: x } }\npipelines: { p: { steps: [{ name: s, agent: ${name} }] } }\n`;
    expect(allFixed(runbookDocument(text('Code_Review')))).toBe(text('code-review'));
  });

  it('makes the others where one would bring an error', () => {
    expect(allFixed(hookDocument(hookText('trigger: 5', 'timeout: 1h', 'priority: -1')))).toBe(
      hookText('trigger: 5', 'timeout: 600000', 'priority: 0'),
    );
  });

  it('renames nothing', () => {
    const document = hookDocument(hookText());
    const around = healthyAround({ folder: 'other' });
    expect(fixAll(document, diagnose(document, around), around)).toBeUndefined();
  });

  it('mends only what it was asked about', () => {
    const document = hookDocument(hookText('timeout: 1h', 'priority: -1'));
    const [first] = diagnose(document);
    const action = first && fixAll(document, [first]);
    expect(action && applied(document, action)?.getText()).toBe(hookText('timeout: 600000', 'priority: -1'));
    expect(fixAll(document, [])).toBeUndefined();
  });
});
