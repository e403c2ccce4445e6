import type { WireHead } from './wireHead.ts';

/**
 * The marks other programs leave in the environment of what they start. They read Claude Code's settings too, and so
 * run its relay; `CLAUDE_PROJECT_DIR` is set by several of them and proves nothing.
 */
const marks: readonly (readonly [variable: string, program: string])[] = [
  ['COPILOT_CLI', 'copilot'],
  ['COPILOT_PROJECT_DIR', 'copilot'],
  ['QWEN_CODE_SESSION_ID', 'qwen'],
  ['GEMINI_SESSION_ID', 'gemini'],
  ['CURSOR_VERSION', 'cursor'],
  ['FACTORY_PROJECT_DIR', 'factory'],
  ['CODEX_MANAGED_BY_NPM', 'codex'],
];

/**
 * Which program called the relay: the one it is named after, corrected by its environment. `undefined` for a caller
 * that nothing is known of. Marks are inherited by whatever runs inside an agent's terminal, so the one that names
 * its own process as the relay's parent is believed first.
 */
export function callerOf(head: WireHead, payload: Readonly<Record<string, unknown>>): string | undefined {
  const { env, ppid, program } = head;
  if (program !== 'claude-code') {
    return program;
  }
  if (isParent(env.CLAUDE_PID, ppid)) {
    return program;
  }
  const marked = marks.find(([variable]) => env[variable] !== undefined);
  if (marked) {
    return marked[1];
  }
  // VS Code's own agents leave no mark, but stamp their payloads, which Claude Code does not.
  // A session they inherited from a terminal of Claude Code is not their own.
  const own = env.CLAUDE_CODE_SESSION_ID;
  const stamped = 'timestamp' in payload && (own === undefined || own !== payload.session_id);
  return stamped ? undefined : program;
}

/** The process of the agent that called: known only where it says itself that it is the relay's parent. */
export function callerPid({ env, ppid }: WireHead): number | undefined {
  return isParent(env.CLAUDE_PID, ppid) ? ppid : undefined;
}

function isParent(told: string | undefined, ppid: number | undefined): boolean {
  return ppid !== undefined && ppid > 1 && told === String(ppid);
}
