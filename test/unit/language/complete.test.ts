import { describe, expect, it } from 'vitest';
import type { CompletionItem, TextEdit } from 'vscode-languageserver-types';
import { InsertTextFormat } from 'vscode-languageserver-types';
import { hookTemplates } from '../../../src/core/hookfile/hookTemplates.ts';
import { parseHook } from '../../../src/core/hookfile/parseHook.ts';
import { triggers } from '../../../src/core/hookfile/triggers.ts';
import { knownTools } from '../../../src/core/hookrun/toolNames.ts';
import { completeHook } from '../../../src/language/complete.ts';
import { accepted, filled, markedDocument } from '../../support/markedDocument.ts';

function itemsAt(marked: string): CompletionItem[] {
  const { document, position } = markedDocument(marked);
  return completeHook(document, position);
}

const labels = (marked: string) => itemsAt(marked).map(({ label }) => label);

/** The text after the item of this label was accepted. */
function after(marked: string, label: string): string {
  const { document, position } = markedDocument(marked);
  return accepted(
    document,
    completeHook(document, position).find((item) => item.label === label),
  );
}

const allKeys = ['name', 'description', 'trigger', 'matcher', 'timeout', 'async', 'priority', 'metadata'];
const matter = (lines: string) => `---\n${lines}\n---\n\n# Body\n`;

describe('completeHook', () => {
  it('offers the keys that are not there yet', () => {
    expect(labels(matter('¦'))).toEqual(allKeys);
    expect(labels(matter('name: x\n¦\nasync: true'))).toEqual(
      allKeys.filter((key) => key !== 'name' && key !== 'async'),
    );
    expect(labels(matter('async_: true\n¦'))).not.toContain('async');
    expect(labels(matter('na¦me: x'))).toContain('name');
    expect(labels(matter('matcher:\n  ¦'))).toEqual(['tool', 'pattern']);
    expect(labels(matter('matcher:\n  tool: x\n  ¦'))).toEqual(['pattern']);
    expect(labels(matter('matcher: { tool: x, ¦ }'))).toEqual(['pattern']);
    expect(labels('---\nna¦')).toContain('name');
  });

  it('offers no matcher where it would have no effect', () => {
    expect(labels(matter('trigger: before_stop\n¦'))).not.toContain('matcher');
    expect(labels(matter('trigger: after_tool\n¦'))).toContain('matcher');
  });

  it('offers nothing outside of the front matter and in comments', () => {
    for (const marked of [
      '¦---\nname: x\n---\n',
      '--¦-\nname: x\n---\n',
      '---\nname: x\n¦---\n',
      '---\nname: x\n--¦-\n',
      '---\nname: x\n---\n¦',
      '---\nname: x\n---\n\ntrigger: ¦',
      '---\nname: x # na¦\n---\n',
      '---\nmetadata:\n  ¦\n---\n',
      '---\nmetadata:\n  timeout: ¦\n---\n',
      '---\nmatcher:\n  tool:\n    ¦\n---\n',
      '# A page\n\nna¦\n',
    ]) {
      expect([marked, labels(marked)]).toEqual([marked, []]);
    }
  });

  it('offers keys in front matter that is not closed, up to where the Markdown begins', () => {
    for (const marked of [
      '---\n¦',
      '---\nname: foo\n¦',
      '---\nname: foo\n¦\n# Heading\n',
      '---\nname: foo\n\n¦',
      '---\nname: foo\n\ntri¦',
      '---\n# About\n¦',
      '---\nname: foo\n\nasync: true\n¦\n\nSome words.\n',
      '---\r\nname: foo\r\n¦\r\n# Heading\r\n',
      '---\nmatcher:\n  tool: x\n\n¦\n',
    ]) {
      expect([marked, labels(marked).includes('trigger')]).toEqual([marked, true]);
    }
    for (const marked of [
      '---\nname: foo\n\n# Heading\n\n¦',
      '---\nname: foo\n\n¦# Heading\n',
      '---\nname: foo\n\n# Heading\n¦',
      '---\nname: foo\n\n# Heading\n\ntri¦\n',
      '---\nname: foo\n\nSome words.\n¦',
      '---\nname: foo\n\n- one\n¦',
      '---\nname: foo\n\n## Heading\n\ntrigger: ¦\n',
      '---\r\nname: foo\r\n\r\n# Heading\r\n\r\n¦',
      '---\nSome words.\n¦',
    ]) {
      expect([marked, labels(marked)]).toEqual([marked, []]);
    }
  });

  it('writes every key with a body that can be read', () => {
    const least = 'name: a\ndescription: b\ntrigger: before_tool\n';
    for (const key of ['matcher', 'timeout', 'async', 'priority', 'metadata']) {
      const text = filled(after(matter(`${least}${key.slice(0, 2)}¦`), key));
      expect([text, parseHook(text).problems]).toEqual([text, []]);
      expect(text).toContain(`\n${key}:`);
      const flow = filled(after(`---\n{ name: a, description: b, trigger: before_tool, ¦ }\n---\n`, key));
      expect([flow, parseHook(flow).problems]).toEqual([flow, []]);
    }
    for (const key of ['name', 'description', 'trigger']) {
      const others = least.split('\n').filter((line) => !line.startsWith(key));
      const text = filled(after(matter(`${others.join('\n')}¦`), key));
      expect([text, parseHook(text).problems]).toEqual([text, []]);
    }
    expect(after(matter('ma¦'), 'matcher')).toBe(
      `---\nmatcher:\n  tool: \${1|Shell,WriteFile\\|StrReplaceFile,WriteFile,StrReplaceFile,ReadFile,FetchURL|}\n---\n\n# Body\n`,
    );
    expect(after(matter('¦'), 'name')).toContain(`name: \${1:no-danger}`);
  });

  it('changes only the name of a key that has a value', () => {
    expect(after(matter('na¦: x'), 'name')).toBe(matter('name: x'));
    expect(after(matter('"na¦": x'), 'name')).toBe(matter('name: x'));
    expect(itemsAt(matter('na¦: x'))[0]?.insertTextFormat).toBe(InsertTextFormat.PlainText);
  });

  it('offers each trigger by one name, with what blocking does', () => {
    expect(labels(matter('trigger: ¦'))).toEqual(triggers.map(({ id }) => id));
    const items = itemsAt(matter('trigger: ¦'));
    expect(items.map(({ sortText = '' }) => sortText)).toEqual(
      items.map(({ sortText = '' }) => sortText).sort(),
    );
    const before = items.find(({ label }) => label === 'before_tool');
    expect(JSON.stringify(before?.documentation)).toMatch(
      /about to run.*Blocking: keeps the tool from running/,
    );
  });

  it('replaces what is written of a value', () => {
    expect(after(matter('trigger: pre_t¦x # c'), 'before_tool')).toBe(matter('trigger: before_tool # c'));
    expect(after(matter("trigger: 'pre¦'"), 'before_tool')).toBe(matter('trigger: before_tool'));
    expect(after(matter('trigger:¦'), 'before_tool')).toBe(matter('trigger: before_tool'));
    expect(after('---\r\ntrigger: ¦\r\n---\r\n', 'before_tool')).toBe(
      '---\r\ntrigger: before_tool\r\n---\r\n',
    );
    expect(after('\uFEFF---\ntrigger: ¦\n---\n', 'before_tool')).toBe(
      '\uFEFF---\ntrigger: before_tool\n---\n',
    );
  });

  it('can be found by hyphens and underscores, by aliases, and in quotes', () => {
    const filter = (marked: string, label: string) =>
      itemsAt(marked).find((item) => item.label === label)?.filterText;
    expect(filter(matter('trigger: ¦'), 'before_tool')).toBe('before_tool before-tool pre-tool-call');
    expect(filter(matter('trigger: "¦"'), 'before_tool')).toBe('"before_tool before-tool pre-tool-call');
    expect(filter(matter('trigger: ¦'), 'post-context-compact')).toBe(
      'post-context-compact post_context_compact',
    );
    expect(filter(matter('¦'), 'name')).toBe('name');
    expect(filter(matter('matcher:\n  tool: "¦"'), 'Shell')).toBe('Shell');
  });

  it('offers the tools of every program, also behind a bar', () => {
    expect(labels(matter('matcher:\n  tool: ¦')).sort()).toEqual([...knownTools].sort());
    expect(after(matter('matcher:\n  tool: Shell|Wr¦'), 'WriteFile')).toBe(
      matter('matcher:\n  tool: Shell|WriteFile'),
    );
    expect(after(matter('matcher: { tool: "Sh¦|Bash" }'), 'Shell')).toBe(
      matter('matcher: { tool: "Shell|Bash" }'),
    );
    expect(after(matter("matcher:\n  tool: '¦'"), 'Shell')).toBe(matter("matcher:\n  tool: 'Shell'"));
    expect(labels(matter('matcher:\n  tool: Shell|¦'))).not.toContain('Shell');
    const items = itemsAt(matter('matcher:\n  tool: ¦'));
    expect(items.find(({ label }) => label === 'Bash')?.detail).toBe('Claude Code, Codex');
    expect(items.find(({ label }) => label === 'edit')?.detail).toBe(
      'Gemini CLI, Qwen Code, Copilot CLI, opencode',
    );
    expect(items.find(({ label }) => label === 'Shell')?.detail).toBe('every program');
    expect(items[0]?.detail).toBe('every program');
  });

  it('offers usual values', () => {
    expect(labels(matter('async: ¦'))).toEqual(['true', 'false']);
    expect(itemsAt(matter('timeout: ¦')).map(({ label, detail }) => `${label} ${detail}`)).toContain(
      '30000 30 seconds',
    );
    expect(labels(matter('priority: ¦'))).toContain('100');
    expect(labels(matter('name: ¦'))).toEqual(['no-danger']);
    expect(labels(matter('matcher:\n  pattern: ¦'))).toContain("'\\.py$'");
    const flow = filled(
      after(matter('name: a\ndescription: b\ntrigger: before_tool\nmatcher: ¦'), '{ tool }'),
    );
    expect(parseHook(flow).problems).toEqual([]);
  });

  it('offers whole hooks in a file without front matter', () => {
    for (const marked of ['¦', 'blo¦', '---¦', '\n\n¦\n', '\uFEFF¦', '\uFEFF\n¦']) {
      expect(labels(marked)).toEqual(hookTemplates.map(({ id }) => id));
      for (const { id, files } of hookTemplates) {
        const text = filled(after(marked, id)).replace(/\n+$/u, '\n').replace('\uFEFF', '');
        expect(text).toBe(files('no-danger').hook);
        expect(parseHook(text).problems).toEqual([]);
      }
    }
    expect(itemsAt('---¦')[0]?.filterText).toMatch(/^--- /);
    expect(labels('some text ¦')).toEqual([]);
    expect(labels('¦ some text')).toEqual([]);
  });

  it('keeps each edit on one line', () => {
    for (const { textEdit } of itemsAt(matter('matcher:\n  tool: Sh¦ell'))) {
      const { range } = textEdit as TextEdit;
      expect(range.start.line).toBe(range.end.line);
    }
  });
});
