import { describe, expect, it } from 'vitest';
import type { HookSurroundings, OtherHook } from '../../../src/core/hookrun/surroundings.ts';
import { diagnoseHook } from '../../../src/language/diagnoseHook.ts';
import { healthyAround, hookDocument, hookText } from '../../support/languageFiles.ts';

/** What is told of a text: code, severity and the words it is about. */
function told(text: string, around?: HookSurroundings): readonly string[] {
  const document = hookDocument(text);
  return diagnoseHook(document, around).map(({ code, severity, range, source }) => {
    expect(source).toBe('beckon');
    return `${code} ${severity} ${document.getText(range)}`;
  });
}

const other = (change: Partial<OtherHook> = {}): OtherHook => ({
  name: 'audit',
  trigger: 'before_tool',
  priority: 100,
  scope: 'project',
  uri: 'file:///w/.agents/hooks/audit/HOOK.md',
  ...change,
});

describe('diagnoseHook', () => {
  it('says nothing of a good hook', () => {
    expect(told(hookText())).toEqual([]);
    expect(told(hookText('priority: 5'), healthyAround({ others: [other()] }))).toEqual([]);
  });

  it.each([
    ['a wrong value', hookText('timeout: 5 # short'), 'hook.timeout-range 1 5'],
    [
      'a warning',
      hookText('trigger: session_start', 'matcher: { tool: x }'),
      'hook.matcher-ignored 2 matcher',
    ],
    ['an alias', hookText('trigger: pre-tool-call'), 'hook.trigger-alias 4 pre-tool-call'],
    ['a slow pattern', hookText("matcher: { pattern: '(a+)+$' }"), "hook.slow-regex 2 '(a+)+$'"],
    ['a backslash', hookText('matcher: { pattern: "\\.py$" }'), 'hook.double-quoted-backslash 1 "\\.py$"'],
    ['a backspace', hookText('matcher: { tool: "\\bx" }'), 'hook.double-quoted-backslash 2 "\\bx"'],
    ['no front matter', '# Sample\n', 'hook.no-frontmatter 1 '],
    ['open front matter', '---\nname: a\n', 'hook.open-frontmatter 1 ---'],
  ])('tells of %s on the exact words', (_, text, expected) => {
    expect(told(text)).toEqual([expected]);
    expect(told(text.replaceAll('\n', '\r\n'))).toEqual([expected]);
    expect(told(`\uFEFF${text}`)).toEqual([expected]);
  });

  it('counts lines as documents do', () => {
    const document = hookDocument(hookText('description: "a\rb"', 'timeout: 5'));
    const [diagnostic] = diagnoseHook(document);
    expect(diagnostic?.code).toBe('hook.timeout-range');
    expect(document.getText(diagnostic?.range)).toBe('5');
    expect(diagnostic?.range.start.line).toBe(5);
  });

  it('takes one byte order mark for none, and a second one for text', () => {
    expect(told(`\uFEFF\uFEFF${hookText()}`)).toEqual(['hook.no-frontmatter 1 ']);
  });

  it.each([
    [{ folder: 'other' }, 'hook.name-folder 2 sample'],
    [{ script: undefined as never }, 'hook.no-script 1 sample'],
    [
      { script: { name: 'run.sh', isExecutable: false, kind: 'shebang', text: '' } },
      'hook.script-not-executable 2 sample',
    ],
    [
      { script: { name: 'run.py', isExecutable: true, kind: 'plain', text: '' } },
      'hook.script-no-shebang 2 sample',
    ],
    [
      { script: { name: 'run.sh', isExecutable: true, kind: 'shebang', text: '', missing: '/nowhere/sh' } },
      'hook.no-interpreter 1 sample',
    ],
    [{ others: [other({ name: 'sample' })] }, 'hook.same-name 2 sample'],
    [{ others: [other({ name: 'sample', scope: 'user' })] }, 'hook.overridden 3 sample'],
    [{ scope: 'user', others: [other({ name: 'sample' })] }, 'hook.overridden 2 sample'],
  ] satisfies readonly (readonly [Partial<HookSurroundings>, string])[])(
    'tells of %j on the name',
    (change, expected) => {
      expect(told(hookText(), healthyAround(change))).toEqual([expected]);
    },
  );

  it('tells of the script where the front matter opens, if there is no name', () => {
    const { script: _, ...bare } = healthyAround();
    expect(told('---\nname: [\n---\n', bare)).toContain('hook.no-script 1 ---');
    expect(told('', bare)).toContain('hook.no-script 1 ');
  });

  it('compares the name with the folder in one form', () => {
    const text = hookText('name: caf\u00e9');
    expect(told(text, healthyAround({ folder: 'cafe\u0301' }))).toEqual([]);
  });

  it('says which of two hooks of one name is run', () => {
    const messages = (folder: string) =>
      diagnoseHook(
        hookDocument(hookText('name: twice')),
        healthyAround({
          folder,
          others: [other({ name: 'twice', uri: 'file:///w/.agents/hooks/b/HOOK.md' })],
        }),
      ).filter(({ code }) => code === 'hook.same-name');
    expect(messages('c')[0]?.message).toBe(
      "Give the hook another name; 'b' has this one, and is run instead.",
    );
    expect(messages('a')[0]?.message).toBe(
      "Give one of the hooks another name; 'b' has this one too, and is not run.",
    );
    expect(messages('a')[0]?.relatedInformation?.[0]?.location.uri).toBe('file:///w/.agents/hooks/b/HOOK.md');
  });

  it('compares with no others where hooks are not looked for', () => {
    const { scope: _, ...nowhere } = healthyAround({ others: [other({ name: 'sample' })] });
    expect(told(hookText(), nowhere)).toEqual([]);
  });

  it('has nothing to compare where the priority is wrong', () => {
    expect(told(hookText('priority: 2000'), healthyAround({ others: [other()] }))).toEqual([
      'hook.priority-range 1 2000',
    ]);
  });

  it('tells of hooks with the same priority only where one is written', () => {
    const around = healthyAround({ others: [other(), other({ name: 'x', uri: 'file:///x/HOOK.md' })] });
    expect(told(hookText(), around)).toEqual([]);
    const document = hookDocument(hookText('priority: 100'));
    const [diagnostic] = diagnoseHook(document, around);
    expect(diagnostic).toMatchObject({ code: 'hook.priority-clash', severity: 3 });
    expect(diagnostic?.message).toContain("'audit' and 1 more");
    expect(diagnostic?.relatedInformation?.map(({ location }) => location.uri)).toEqual([
      'file:///w/.agents/hooks/audit/HOOK.md',
      'file:///x/HOOK.md',
    ]);
    expect(told(hookText('priority: 100', 'trigger: session_start'), around)).toEqual([]);
    expect(
      told(hookText('priority: 100'), healthyAround({ others: [other({ name: 'sample', scope: 'user' })] })),
    ).toEqual(['hook.overridden 3 sample']);
  });

  it('tells at the trigger what programs in use cannot do with it', () => {
    const around = healthyAround({ programs: [{ id: 'mute', name: 'Mute', at: {} }] });
    const document = hookDocument(hookText('trigger: pre_compact'));
    expect(diagnoseHook(document, around)).toMatchObject([
      {
        code: 'hook.program-limit',
        severity: 3,
        message: "Mute can't run this hook: it doesn't report when the context is about to be compacted.",
      },
    ]);
    expect(told(hookText('trigger: pre_compact'), around)).toEqual(['hook.program-limit 3 pre_compact']);
    expect(told(hookText('trigger: never'), around)).toEqual(['hook.unknown-trigger 1 never']);
  });

  it('tells of a script in the background that tries to block', () => {
    const script = {
      name: 'run.sh',
      isExecutable: true,
      kind: 'shebang',
      text: '#!/bin/sh\nexit 2\n',
    } as const;
    expect(told(hookText('async: yes'), healthyAround({ script }))).toEqual(['hook.async-blocks 2 yes']);
    expect(told(hookText('async_: true'), healthyAround({ script }))).toEqual(['hook.async-blocks 2 true']);
    expect(told(hookText('async: false'), healthyAround({ script }))).toEqual([]);
    expect(told(hookText(), healthyAround({ script }))).toEqual([]);
    expect(told(hookText('async: true'), healthyAround())).toEqual([]);
  });

  it('looks only at the front matter', () => {
    const long = hookText('timeout: 5') + 'x\n'.repeat(500_000);
    expect(told(long)).toEqual(['hook.timeout-range 1 5']);
  });
});
