import { describe, expect, it } from 'vitest';
import { sampleEvent } from '../../../../src/core/hookrun/sampleEvent.ts';
import type { ScriptEnd } from '../../../../src/core/hookrun/scriptEnd.ts';
import { readScriptEnd } from '../../../../src/core/hookrun/scriptEnd.ts';
import { hookLogText, sampleReport } from '../../../../src/core/view/hookReport.ts';
import { hooks } from '../../../../src/programs/claudeCode/pure/hooks.ts';
import { hookOf } from '../../../support/hookOf.ts';
import { ranHook } from '../../../support/shownHook.ts';

const hook = hookOf({ matcher: { tool: 'Shell' } });
const sample = sampleEvent(hook, { words: hooks, timestamp: 't', workDir: '/w', findsIn: () => true });
const report = (end: Partial<ScriptEnd>, mayApprove = false) => {
  const whole: ScriptEnd = { how: 'exited', stdout: '', stderr: '', ms: 12.4, ...end };
  const outcome = readScriptEnd(whole, hook);
  return sampleReport(hook, sample, { outcome, mayApprove, end: whole, input: '{"a": 1}\n' });
};

describe('what came of a sample', () => {
  it('is told with what was given and written', () => {
    expect(report({ exit: 2, stderr: 'No.\n', stdout: 'words\n' })).toBe(
      [
        'no-danger: denied: No.',
        '',
        'Event     before_tool (sample)',
        'Matcher   matches',
        'Exit      2',
        'Time      12 ms of 30000 ms',
        'Folder    /w',
        '',
        '--- Input',
        '{"a": 1}',
        '',
        '--- Output',
        'words',
        '',
        '--- Standard error',
        'No.',
        '',
      ].join('\n'),
    );
  });

  it('says nothing of a matcher where there is none', () => {
    const end: ScriptEnd = { how: 'exited', exit: 0, stdout: '', stderr: '', ms: 1 };
    const text = sampleReport(hookOf(), sample, {
      outcome: { outcome: 'passed' },
      mayApprove: false,
      end,
      input: '',
    });
    expect(text).not.toContain('Matcher');
  });

  it('is an approval only where the hook may approve', () => {
    const yes = { exit: 0, stdout: '{"decision": "allow"}' };
    expect(report(yes)).toMatch(/^no-danger: passed\n.*'allow' does not count/su);
    expect(report(yes, true)).toMatch(/^no-danger: approved\n/u);
    expect(report(yes, true)).not.toContain('does not count');
  });

  it('is told in words where there is no exit code', () => {
    expect(report({ how: 'timeout' })).toContain('Exit      none: timed out');
    expect(report({ how: 'no-script' })).toContain('Exit      none: the hook has no script');
  });

  it('has what the tool and the model would get', () => {
    const stdout = JSON.stringify({
      modified_input: { command: 'ls' },
      additional_context: 'Mind.',
      log: 'Hm',
    });
    const text = report({ exit: 0, stdout });
    expect(text).toContain('--- Modified input for the tool\n{\n  "command": "ls"\n}');
    expect(text).toContain('--- Additional context for the model\nMind.');
    expect(text).toContain('--- Log\nHm');
  });

  it('hides nothing behind invisible characters, and is never too long', () => {
    const text = report({ exit: 0, stdout: `\u202e${'x'.repeat(1_000_000)}` });
    expect(text).not.toContain('\u202e');
    expect(text.length).toBeLessThan(30_000);
    expect(text).toContain('x\n…\n');
  });
});

describe('the log of a hook', () => {
  const when = (at: number) => `at ${at}`;

  it('says so where there were no runs', () => {
    expect(hookLogText('one', [], when)).toBe('one: not run yet\n');
  });

  it('counts all runs, and shows the last hundred', () => {
    const runs = Array.from({ length: 150 }, (_, at) =>
      ranHook({ at, outcome: at === 0 ? 'timeout' : 'passed' }),
    );
    const text = hookLogText('one', runs, when);
    expect(text).toMatch(/^one: 150 runs: 149 passed, 1 took too long\n\nat 149 /u);
    expect(text).toMatch(/at 50 .*\n\n… and 50 older\n$/u);
    expect(hookLogText('one', runs.slice(0, 1), when)).toMatch(/^one: 1 run: 1 took too long\n/u);
  });

  it('has the newest first, each with why', () => {
    const runs = [
      ranHook({ at: 1, session: 'sample', async: true, stdout: 'formatted\n' }),
      ranHook({ at: 2, outcome: 'denied', exit: 2, reason: 'No.', stderr: 'No.\n' }),
      ranHook({
        at: 3,
        outcome: 'failed',
        exit: 1,
        reason: 'exited with 1',
        stderr: 'line 1\n\u001b[31mline 2\n',
      }),
    ];
    expect(hookLogText('one\u202e', runs, when)).toBe(
      [
        'one: 3 runs: 1 passed, 1 denied, 1 failed',
        '',
        'at 3  failed · before_tool · exit 1 · 12 ms · session s-1',
        '    exited with 1',
        '    line 1',
        '    [31mline 2',
        '',
        'at 2  denied · before_tool · exit 2 · 12 ms · session s-1',
        '    No.',
        '',
        'at 1  passed · before_tool · exit 0 · 12 ms · in the background · a sample',
        '    formatted',
        '',
      ].join('\n'),
    );
  });
});
