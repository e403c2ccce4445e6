import { type ChildProcess, spawn } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';

/** The relay of the home that this VS Code has. */
export const relay = join(homedir(), '.beckon', 'bin', 'claude-code');

/** The folder this VS Code has open. */
export function workspaceFolder(): string {
  return vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
}

/** What an agent of a test writes to its hook. */
export function payloadOf(session: string, event: string, fields: object): string {
  const cwd = workspaceFolder();
  return JSON.stringify({ session_id: session, cwd, hook_event_name: event, ...fields });
}

/** A request of an agent that waits for its answer. */
export interface Asking {
  /** What the hook said when it ended. */
  readonly said: Promise<string>;
  readonly process: ChildProcess;
}

/** Runs the real relay, as an agent does that asks for permission. */
export function ask(session: string, tool_name: string, tool_input: object, more: object = {}): Asking {
  const child = spawn(relay, ['PermissionRequest'], { stdio: ['pipe', 'pipe', 'ignore'] });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stdin.end(payloadOf(session, 'PermissionRequest', { tool_name, tool_input, ...more }));
  return { process: child, said: new Promise((resolve) => child.on('close', () => resolve(out))) };
}

/** Runs the real relay for an event nobody waits for. */
export function tell(session: string, event: string, fields: object = {}): Promise<void> {
  const child = spawn(relay, [event], { stdio: ['pipe', 'ignore', 'ignore'] });
  child.stdin.end(payloadOf(session, event, fields));
  return new Promise((resolve) => child.on('close', () => resolve()));
}
