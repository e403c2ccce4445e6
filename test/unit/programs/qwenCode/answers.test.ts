import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../../src/core/decision/answer.ts';
import { answers } from '../../../../src/programs/qwenCode/pure/answers.ts';

const shell = { tool_name: 'run_shell_command', tool_input: { command: 'ls', is_background: false } };
const question = { tool_name: 'ask_user_question', tool_input: { questions: [] } };
const plan = { tool_name: 'exit_plan_mode', tool_input: { plan: '# Plan' } };
const inTerminal = 'Qwen Code asks this in its own terminal only';

/** What Qwen Code is told, or why it is not. */
function said(request: Record<string, unknown>, answer: Answer): unknown {
  const verdict = answers.encode(request, answer);
  return verdict.ok ? JSON.parse(verdict.output).hookSpecificOutput.decision : verdict.reason;
}

describe("an answer in Qwen Code's words", () => {
  it.each<[string, Record<string, unknown>, Answer, unknown]>([
    ['allows a tool', shell, { kind: 'approve' }, { behavior: 'allow' }],
    [
      'allows it with what a person made of the command',
      shell,
      { kind: 'approve', edited: 'ls -l' },
      { behavior: 'allow', updatedInput: { command: 'ls -l', is_background: false } },
    ],
    [
      'denies it, with the reason',
      shell,
      { kind: 'deny', message: 'use pnpm' },
      { behavior: 'deny', message: 'use pnpm' },
    ],
    [
      'denies it without one',
      shell,
      { kind: 'deny', interrupt: true },
      { behavior: 'deny', message: 'The user denied this request.', interrupt: true },
    ],
    ['never allows a question', question, { kind: 'approve' }, inTerminal],
    ['never allows a plan', plan, { kind: 'approve' }, inTerminal],
    [
      'has no rule to remember',
      shell,
      { kind: 'approve', always: true },
      'the agent offers no rule to remember for it',
    ],
    ['takes no empty text', shell, { kind: 'approve', edited: ' ' }, 'the edited text is empty'],
    [
      'takes no text for what a person did not see whole',
      { ...shell, tool_input: { command: 'ls', directory: '/' } },
      { kind: 'approve', edited: 'ls -l' },
      'only a command or the content of a file can be edited',
    ],
  ])('%s', (_, request, answer, expected) => {
    expect(said(request, answer)).toEqual(expected);
  });
});
