import { describe, expect, it } from 'vitest';
import type { HookLimit } from '../../../../src/core/findings/programLimits.ts';
import { hookProblem } from '../../../../src/core/hookfile/problem.ts';
import type { Standing } from '../../../../src/core/hookrun/standing.ts';
import type { HookGroup } from '../../../../src/core/view/hookRows.ts';
import { hookRows } from '../../../../src/core/view/hookRows.ts';
import { rowChanges, shownRows } from '../../../../src/core/view/rowChanges.ts';
import type { ShownHook } from '../../../../src/core/view/shownHook.ts';
import { hookOf } from '../../../support/hookOf.ts';
import { ranHook, shownHook } from '../../../support/shownHook.ts';

const minute = 60_000;
const limit = (cannot: HookLimit['cannot'], ...names: readonly string[]): HookLimit => ({
  cannot,
  programs: names.map((name) => ({ id: name, name })),
  message: `${names.join(' and ')} can't ${cannot}.`,
});
const rowOf = (shown: ShownHook, now = 2 * minute) => hookRows([{ hooks: [shown] }], now)[0]?.children[0];
const { hook: _, ...unreadable } = shownHook({ standing: 'invalid', folder: '/hooks/Odd One' });

describe('the row of a hook', () => {
  it.each<[string, ShownHook, string]>([
    ['has not run yet', shownHook(), 'before_tool · Shell'],
    [
      'said no',
      shownHook({ runs: [ranHook({ outcome: 'passed' }), ranHook({ outcome: 'denied' })] }),
      'before_tool · denied 2m ago · Shell',
    ],
    [
      'ran just now',
      shownHook({ runs: [ranHook({ at: 2 * minute })] }),
      'before_tool · passed just now · Shell',
    ],
    ['is about no tool', shownHook({ hook: hookOf({ trigger: 'session_end' }) }), 'session_end'],
    [
      'can auto-approve',
      shownHook({ standing: 'approves', runs: [ranHook({ outcome: 'approves' })] }),
      'before_tool · can auto-approve · approved 2m ago · Shell',
    ],
    [
      'runs before the others',
      shownHook({ hook: hookOf({ trigger: 'session_end', priority: 500 }) }),
      'session_end · priority 500',
    ],
    [
      'changed, and approved before',
      shownHook({ standing: 'lapsed' }),
      "before_tool · changed, can't auto-approve · Shell",
    ],
    ['is not trusted', shownHook({ standing: 'untrusted' }), 'before_tool · allow it first · Shell'],
    ['is not allowed', shownHook({ standing: 'unconsented' }), 'before_tool · allow it first · Shell'],
    [
      'changed',
      shownHook({ standing: 'changed', runs: [ranHook()] }),
      'before_tool · changed since you allowed it · Shell',
    ],
    ['was denied', shownHook({ standing: 'denied' }), 'before_tool · switched off · Shell'],
    [
      'was replaced',
      shownHook({ standing: 'replaced' }),
      'before_tool · replaced by another hook of this name · Shell',
    ],
    ['cannot be read', unreadable, 'error in HOOK.md'],
    [
      'has no script',
      shownHook({ problems: [hookProblem('no-script', 'Add a script.')] }),
      'before_tool · no script · 1 problem · Shell',
    ],
    [
      'has a script whose program is not there',
      shownHook({ problems: [hookProblem('no-interpreter', 'Name a program.')] }),
      'before_tool · no interpreter · 1 problem · Shell',
    ],
    [
      'is not run by some programs, and cannot hold back others',
      shownHook({
        hook: hookOf({ trigger: 'pre_compact' }),
        limits: [
          limit('run', 'Codex', 'Qwen Code'),
          limit('block', 'Copilot CLI'),
          limit('additional_context', 'Claude Code'),
        ],
      }),
      "pre_compact · not run by Codex and Qwen Code · can't block Copilot CLI",
    ],
    [
      'is to be allowed, whatever programs cannot do with it',
      shownHook({ standing: 'untrusted', limits: [limit('run', 'Codex')] }),
      'before_tool · allow it first · Shell',
    ],
  ])('says in words that it %s', (_name, shown, description) => {
    expect(rowOf(shown)?.description).toBe(description);
    expect(rowOf(shown)?.accessibleLabel).toContain(description);
  });

  it('is called by its name, or by its folder where it has none', () => {
    expect(rowOf(shownHook())?.label).toBe('no-danger');
    expect(rowOf(unreadable)?.label).toBe('Odd One');
    expect(rowOf({ ...unreadable, folder: '/hooks/\u200b' })?.label).toBe('(no name)');
  });

  it('looks different for every outcome, and for what keeps it from running', () => {
    const outcomes = ['passed', 'denied', 'asks', 'approves', 'failed', 'timeout'] as const;
    const standings = ['runs', 'unconsented', 'changed', 'denied', 'replaced'] as const;
    const icons = [
      ...outcomes.map((outcome) => rowOf(shownHook({ runs: [ranHook({ outcome })] }))?.icon.id),
      ...standings.map((standing) => rowOf(shownHook({ standing }))?.icon.id),
    ];
    expect(new Set(icons).size).toBe(icons.length);
    const problems = [hookProblem('no-script', 'Add a script.')];
    expect(rowOf(shownHook({ problems, runs: [ranHook()] }))?.icon.id).toBe('error');
    // What came of it once does not hide that it is not run.
    expect(rowOf(shownHook({ standing: 'changed', runs: [ranHook()] }))?.icon.id).toBe('warning');
  });

  it.each<[Standing, string]>([
    ['runs', 'hook user runs on'],
    ['approves', 'hook user runs on'],
    ['untrusted', 'hook user held off on'],
    ['unconsented', 'hook user held off on'],
    ['changed', 'hook user held off on'],
    ['denied', 'hook user held off'],
    ['disabled', 'hook user held off'],
    ['invalid', 'hook user held'],
    ['replaced', 'hook user held'],
  ])('offers what can be done while it is %s', (standing, context) => {
    expect(rowOf(shownHook({ standing }))?.context).toBe(context);
  });

  it('has a tooltip with everything about it', () => {
    const runs = [1, 2, 3, 4].map((number) =>
      ranHook({ at: number, outcome: 'failed', reason: `no ${number}` }),
    );
    const problems = [hookProblem('no-script', 'Add a script', 'warning')];
    const limits = [limit('additional_context', 'Codex')];
    const hook = hookOf({
      eventType: 'pre-tool-call',
      matcher: { tool: 'Shell', pattern: 'mkfs' },
      async: true,
      priority: 7,
    });
    const tooltip = rowOf(shownHook({ runs, problems, limits, hook, replacedIn: ['api'] }))?.tooltip ?? '';
    const text = tooltip.replace(/&#(\d+);/gu, (_all, code: string) => String.fromCodePoint(Number(code)));
    for (const part of [
      '**no-danger**',
      'Blocks what could destroy data',
      'When: before_tool, a tool is about to run',
      'Tool: Shell',
      'Pattern: mkfs',
      'Timeout: 30 s',
      'Background: yes',
      'Priority: 7',
      'Folder: /home/ada/.config/agents/hooks/no-danger',
      'Not run in: api',
      'Line 1: Add a script',
      "Codex can't additional_context.",
      'failed 1m ago, in 12 ms: no 4',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('no 1');
    expect(text.indexOf('no 4')).toBeLessThan(text.indexOf('no 2'));
  });
});

describe('the rows of a place', () => {
  const groups: readonly HookGroup[] = [
    { hooks: [shownHook()] },
    { workspace: '/w/empty', name: 'empty', hooks: [] },
    {
      workspace: '/w/api',
      name: 'api',
      hooks: [
        shownHook({ scope: 'project', standing: 'changed', folder: '/w/api/.agents/hooks/b' }),
        shownHook({ scope: 'project', standing: 'unconsented', folder: '/w/api/.agents/hooks/a' }),
      ],
    },
  ];

  it("are the person's own, then those of each folder that has some", () => {
    expect(hookRows(groups, 0).map(({ label, description }) => [label, description])).toEqual([
      ['All my projects', ''],
      ['api', '2 to allow'],
    ]);
  });

  it('keep the order they come in', () => {
    const [, api] = hookRows(groups, 0);
    expect(api?.children.map(({ id }) => id)).toEqual([
      'hook:/w/api:/w/api/.agents/hooks/b',
      'hook:/w/api:/w/api/.agents/hooks/a',
    ]);
  });

  it('are drawn again only where they look different', () => {
    const [own, ...others] = groups;
    const before = shownRows(hookRows(groups, 0));
    const ran = { hooks: [shownHook({ runs: [ranHook()] })] };
    expect(rowChanges(before, shownRows(hookRows(groups, 5 * minute)))).toEqual([]);
    expect(rowChanges(before, shownRows(hookRows([ran, ...others], 0)))).toEqual([
      'hook::/home/ada/.config/agents/hooks/no-danger',
    ]);
    expect(rowChanges(before, shownRows(hookRows(own ? [own] : [], 0)))).toBe('all');
    const two = { hooks: [shownHook(), shownHook({ folder: '/x' })] };
    expect(rowChanges(before, shownRows(hookRows([two, ...others], 0)))).toEqual(['hooks:']);
  });
});
