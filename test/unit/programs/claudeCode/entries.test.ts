import { describe, expect, it } from 'vitest';
import { installEntries } from '../../../../src/core/settings/installEntries.ts';
import { isOurHandler } from '../../../../src/core/settings/ourHandler.ts';
import { wantedClaudeEntries } from '../../../../src/programs/claudeCode/pure/entries.ts';
import { isUnknownTo } from '../../../../src/programs/claudeCode/pure/eventNames.ts';
import { claudeSettings } from '../../../../src/programs/claudeCode/pure/settingsSchema.ts';

const relay = '/home/ada/.beckon/bin/claude-code';
const names = (version?: string) =>
  wantedClaudeEntries('local', relay, version).entries.map(({ event }) => event);
const written = (scope: 'local' | 'project' | 'user') => {
  const result = installEntries(undefined, wantedClaudeEntries(scope, relay, '2.1.325'));
  return JSON.parse('text' in result ? result.text : '').hooks;
};

describe('the entries for Claude Code', () => {
  it.each(['local', 'user'] as const)('name the relay and the event in exec form at %s scope', (scope) => {
    expect(written(scope).PreToolUse).toEqual([
      { hooks: [{ type: 'command', command: relay, args: ['PreToolUse'], timeout: 660 }] },
    ]);
  });

  it('look for a relay first at project scope, where not everybody has one', () => {
    expect(written('project').Stop).toEqual([
      {
        hooks: [
          {
            type: 'command',
            command: '[ ! -x "$HOME/.beckon/bin/claude-code" ] || exec "$HOME/.beckon/bin/claude-code" Stop',
            timeout: 660,
          },
        ],
      },
    ]);
  });

  it.each([
    ['Notification', ['idle_prompt', 'permission_prompt']],
    ['PreToolUse', ['ExitPlanMode', 'AskUserQuestion', 'EnterPlanMode']],
    ['Stop', ['']],
  ])('cover what %s may be about', (event, abouts) => {
    const groups: { matcher?: string; hooks: unknown[] }[] = written('local')[event];
    for (const about of abouts) {
      const met = groups.filter(({ matcher }) => matcher === undefined || matcher.split('|').includes(about));
      expect(met.flatMap(({ hooks }) => hooks)).toHaveLength(1);
    }
  });

  it('never have an empty matcher, which other readers of the file refuse', () => {
    expect(JSON.stringify(written('project'))).not.toContain('matcher');
  });

  it('give a person a day, a hook eleven minutes, and the rest half a minute, in seconds', () => {
    const timeout = (event: string) => written('local')[event][0].hooks[0].timeout;
    expect([timeout('PermissionRequest'), timeout('UserPromptSubmit'), timeout('Notification')]).toEqual([
      86_400, 660, 30,
    ]);
  });

  it.each(['local', 'project', 'user'] as const)('fit what Claude Code expects, at %s scope', (scope) => {
    expect(claudeSettings.safeParse({ hooks: written(scope) }).error).toBeUndefined();
  });

  it('carry neither a version nor an agent', () => {
    expect(JSON.stringify(written('local'))).not.toMatch(/agent-id|\d+\.\d+\.\d+/u);
  });
});

describe('the events', () => {
  it('are those the version knows', () => {
    expect(names('1.0.40')).toEqual(['PreToolUse', 'PostToolUse', 'Notification', 'Stop']);
    expect(names('2.0.44')).not.toContain('PermissionRequest');
    expect(names('2.0.45')).toContain('PermissionRequest');
    expect(names('2.1.325')).toContain('PostModelSwitch');
    expect(names('2.1.325')).toHaveLength(21);
  });

  it('are those of the version that brought the exec form, where none is known', () => {
    expect(names()).toEqual(names('2.1.139'));
    expect(names()).not.toContain('PostModelSwitch');
    expect(names()).toContain('PostToolBatch');
  });

  it('do not have the one whose hook replaces what git does', () => {
    expect(names('9.9.9')).not.toContain('WorktreeCreate');
  });
});

describe('a name of an event', () => {
  it.each([
    ['2.1.325', 'MessageDisplay', false],
    ['2.1.325', 'UserPromptExpansion', false],
    ['2.1.151', 'MessageDisplay', true],
    ['2.1.325', 'Stopp', true],
    ['2.1.326', 'Stopp', false],
    ['2.1.80', 'PostModelSwitch', true],
  ])('for %s, %s: unknown is %s', (version, name, unknown) => {
    expect(isUnknownTo(version, name)).toBe(unknown);
  });
});

describe('an entry is ours', () => {
  it.each([
    { command: relay },
    { command: relay, args: ['Stop'], extra: 1 },
    { command: '/Users/bob/.beckon/bin/claude-code', args: ['Stop'] },
    { command: 'C:\\Users\\bob\\.beckon\\bin\\claude-code' },
    { command: '[ ! -x "$HOME/.beckon/bin/claude-code" ] || exec "$HOME/.beckon/bin/claude-code" Stop' },
    { command: '~/.beckon/bin/claude-code Stop' },
    { command: 'bash', args: [relay, 'Stop'] },
    { command: `cd /tmp;${relay} Stop` },
    { command: `cd /tmp && exec ${relay} Stop 2>/dev/null` },
    { command: `X="a b" ${relay} Stop >> /tmp/log 2>&1 || true` },
    { command: `if [ -x '${relay}' ]; then ( ${relay} Stop ); fi` },
    { command: `test -x ${relay} &&\\\n "${relay}" Stop &` },
    { command: `env A=1 B="x y" ${relay} Stop` },
    { command: '/usr/bin/env', args: ['A=1', relay, 'Stop'] },
    { command: `nohup ${relay} Stop >/dev/null &` },
    { command: `command ${relay} Stop` },
    { command: `exec timeout 30s nohup ${relay} Stop` },
    { command: 'timeout', args: ['5', relay, 'Stop'] },
  ])('by the path of the relay: %j', (handler) => {
    expect(isOurHandler(handler, { relay })).toBe(true);
  });

  it('by the path of a relay that lies elsewhere', () => {
    expect(
      isOurHandler({ command: '/opt/b/bin/claude-code Stop' }, { relay: '/opt/b/bin/claude-code' }),
    ).toBe(true);
    expect(isOurHandler({ command: '/opt/b/bin/claude-code-x' }, { relay: '/opt/b/bin/claude-code' })).toBe(
      false,
    );
    expect(isOurHandler({ command: '/x/opt/b/bin/claude-code' }, { relay: '/opt/b/bin/claude-code' })).toBe(
      false,
    );
  });

  it('by a path with a blank in it, also without what a shell needs', () => {
    const path = '/home/a b/.beckon/bin/claude-code';
    expect(isOurHandler({ command: path }, { relay: path })).toBe(true);
    expect(isOurHandler({ command: '/home/a\\ b/.beckon/bin/claude-code Stop' }, { relay: path })).toBe(true);
  });

  it('unless it is of another home that is in use', () => {
    const handler = { command: '/Users/bob/.beckon/bin/claude-code', args: ['Stop'] };
    expect(isOurHandler(handler, { relay, others: [handler.command] })).toBe(false);
  });

  it.each([
    { command: '/usr/bin/claude-code' },
    { command: `${relay}-guard` },
    { command: '/home/ada/x.beckon/bin/claude-code' },
    { command: '/home/ada/.beckon/bin/beckon' },
    { command: `ls -l ${relay} >> /tmp/log; my-own-notify` },
    { command: `echo ${relay}` },
    { command: `[ -x ${relay} ]` },
    { command: `${relay} Stop; my-own-notify` },
    { command: `my-own-notify | ${relay} Stop` },
    { command: `${relay} $(my-own-notify)` },
    { command: `${relay} "\`my-own-notify\`"` },
    { command: `my-own-notify > ${relay}` },
    { command: 'my-own-notify', args: [relay] },
    { command: 'bash', args: ['-c', relay] },
    { command: `env; ${relay} Stop` },
    { command: `nohup my-own-notify; ${relay} Stop` },
    { command: `env my-own-notify ${relay}` },
    { command: `timeout ${relay} Stop` },
    { command: `timeout -k 5 10 ${relay} Stop` },
    { command: `command -v ${relay}` },
    { type: 'http', url: 'http://x/.beckon/bin/claude-code' },
    { command: 7 },
    'text',
    null,
  ])('and not otherwise: %j', (handler) => {
    expect(isOurHandler(handler, { relay })).toBe(false);
  });
});

describe("the schema of Claude Code's settings", () => {
  const handler = { type: 'command', command: 'x' };
  it.each([
    { hooks: { Stop: [{ hooks: [{ ...handler, timeout: -1 }] }] } },
    { hooks: { Stop: [{ hooks: [{ ...handler, type: 'shell' }] }] } },
    { hooks: { Stop: [{ hooks: [{ type: 'command' }] }] } },
    { hooks: { Stop: {} } },
    { hooks: { Stop: [{ hooks: handler }] } },
    { hooks: [] },
    { model: 1 },
    { env: { A: 1 } },
    { permissions: [] },
    { permissions: { allow: 'Read' } },
    { permissions: { deny: [1] } },
    { permissions: { defaultMode: 'never' } },
    { cleanupPeriodDays: -1 },
    { statusLine: 'x' },
  ])('does not take %j', (value) => {
    expect(claudeSettings.safeParse(value).success).toBe(false);
  });

  it('takes unknown keys anywhere', () => {
    const value = { theme: 1, hooks: { Any: [{ note: 1, hooks: [{ ...handler, note: 1 }] }] } };
    expect(claudeSettings.safeParse(value).data).toEqual(value);
  });
});
