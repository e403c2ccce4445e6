import { describe, expect, it } from 'vitest';
import type { HookSurroundings } from '../../../../src/core/hookrun/surroundings.ts';
import { fixProblems } from '../../../../src/language/fixProblems.ts';
import { diagnose, firstFix } from '../../../support/fixes.ts';
import { front, three } from '../../../support/hookFixes.ts';
import { healthyAround, hookDocument, hookText } from '../../../support/languageFiles.ts';

describe('the fixes around a hook', () => {
  const fixesOf = (change: Partial<HookSurroundings>, text = hookText()) => {
    const around = healthyAround(change);
    const document = hookDocument(text);
    return fixProblems(document, diagnose(document, around), around).map(({ title, edit, command }) => ({
      title,
      ...(edit ? { edit } : {}),
      ...(command ? { command } : {}),
    }));
  };
  const uri = 'file:///w/.agents/hooks/sample/HOOK.md';
  const script = { name: 'run.sh', isExecutable: true, kind: 'shebang', text: '' } as const;

  it('rename the hook or its folder', () => {
    const line = { line: 1, character: 6 };
    expect(fixesOf({ folder: 'other' })).toEqual([
      {
        title: "Change the name to 'other'",
        edit: {
          changes: { [uri]: [{ range: { start: line, end: { line: 1, character: 12 } }, newText: 'other' }] },
        },
      },
      {
        title: "Rename the folder to 'sample'",
        edit: {
          documentChanges: [
            {
              kind: 'rename',
              oldUri: 'file:///w/.agents/hooks/sample',
              newUri: 'file:///w/.agents/hooks/sample',
            },
          ],
        },
      },
    ]);
  });

  it('rename no folder that is not the folder of a hook', () => {
    expect(fixesOf({ folder: 'docs', scope: undefined as never }).map(({ title }) => title)).toEqual([
      "Change the name to 'docs'",
    ]);
  });

  it('rename only to what may be a name, and to none that is taken', () => {
    expect(fixesOf({ folder: 'My Hook' }).map(({ title }) => title)).toEqual([
      "Rename the folder to 'sample'",
    ]);
    const others = [
      {
        name: 'x',
        trigger: 'before_tool',
        priority: 1,
        scope: 'project',
        uri: 'file:///w/.agents/hooks/sample/HOOK.md',
      },
    ] as const;
    expect(fixesOf({ folder: 'My Hook', others })).toEqual([]);
  });

  it('make the script, or make it run', () => {
    expect(fixesOf({ script: undefined as never })).toEqual([
      {
        title: 'Create scripts/run.sh',
        command: { title: 'Create scripts/run.sh', command: 'beckon.createHookScript', arguments: [uri] },
      },
    ]);
    expect(fixesOf({ script: { ...script, isExecutable: false } })).toEqual([
      {
        title: 'Make scripts/run.sh executable',
        command: {
          title: 'Make scripts/run.sh executable',
          command: 'beckon.makeHookExecutable',
          arguments: [uri],
        },
      },
    ]);
  });

  it.each([
    ['run.sh', 'bash'],
    ['run', 'bash'],
    ['run.py', 'python3'],
    ['run.js', 'node'],
  ])('begin %s with a line for %s', (name, program) => {
    const start = { line: 0, character: 0 };
    expect(fixesOf({ script: { ...script, name, kind: 'plain' } })).toEqual([
      {
        title: `Begin scripts/${name} with #!/usr/bin/env ${program}`,
        edit: {
          changes: {
            [`file:///w/.agents/hooks/sample/scripts/${name}`]: [
              { range: { start, end: start }, newText: `#!/usr/bin/env ${program}\n` },
            ],
          },
        },
      },
    ]);
  });

  it('let a hook that blocks be waited for', () => {
    const around = healthyAround({ script: { ...script, text: '#!/bin/sh\nexit 2\n' } });
    expect(firstFix(hookDocument(hookText('async: yes')), 'hook.async-blocks', around)).toEqual({
      title: 'Change to false',
      text: hookText('async: false'),
    });
  });

  it('take the name of the folder where there is none', () => {
    const around = healthyAround();
    expect(firstFix(hookDocument(front(...three.slice(1))), 'hook.missing-key', around)?.text).toBe(
      front(...three),
    );
  });
});
