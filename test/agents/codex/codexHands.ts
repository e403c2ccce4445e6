import { typing } from '../../../src/programs/codex/pure/terminal.ts';
import { atRest, sendLine, sendNudge } from '../support/atRest.ts';
import type { ToolUse } from '../support/modelScript.ts';
import type { PtyProgram } from '../support/ptyProgram.ts';

/** The last line of its input, which is there whenever no dialog is. */
const inputBox = /^› (?!\d\.)/mu;

/** What a person does at a Codex. */
export interface CodexHands extends PtyProgram {
  /** Types a line into the input and sends it. */
  submit(line: string): Promise<void>;
  /** Types a text as Beckon does. */
  nudge(text: string): Promise<void>;
  /** Says at its start that all hooks may run. */
  trustHooks(): Promise<void>;
}

/** The hands of a person at the Codex on this terminal. */
export function codexHands(pty: PtyProgram): CodexHands {
  return {
    ...pty,
    submit: (line) => sendLine(pty, inputBox, line),
    nudge: (text) => sendNudge(pty, inputBox, typing, { text }),
    trustHooks: async () => {
      await atRest(pty, 'the question about hooks', () => /Hooks need review/u.test(pty.screen()));
      pty.press('down');
      await atRest(pty, 'the second answer', () => /^› 2\. Trust all/mu.test(pty.screen()));
      pty.press('enter');
      await pty.seesNo(/Hooks need review/u);
    },
  };
}

/** Asks to run a command as its sandbox allows it, which needs no permission. */
export function exec(cmd: string): ToolUse {
  return { name: 'exec_command', input: { cmd } };
}

/** Asks to run a command without the sandbox, which needs a permission. */
export function escalated(cmd: string): ToolUse {
  return {
    name: 'exec_command',
    input: { cmd, sandbox_permissions: 'require_escalated', justification: 'May I?' },
  };
}

/** Asks to start a subagent, which plays a script of its own. */
export function spawn(script: string): ToolUse {
  return { name: 'spawn_agent', namespace: 'multi_agent_v1', input: { message: `Please play:${script}` } };
}

/** Asks a question. */
export const question: ToolUse = {
  name: 'request_user_input',
  input: {
    questions: [
      {
        id: 'colour',
        header: 'Colour',
        question: 'Which colour?',
        options: [
          { label: 'Red', description: 'r' },
          { label: 'Blue', description: 'b' },
        ],
      },
    ],
  },
};
