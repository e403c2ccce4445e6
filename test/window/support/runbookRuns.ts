import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cage } from '../../agents/support/cage.ts';
import { bash } from '../../agents/support/modelScript.ts';
import { AgentTree } from './agentTree.ts';
import type { EditorWindow } from './editorWindow.ts';
import { QuickPick } from './quickPick.ts';

/** What the agent runs to say that it is done; the runbook lets it. */
export const done = { tools: [bash('beckon emit agent:signal complete')] };
const claude = `claude --allowedTools 'Bash(beckon emit:*)'`;

const runbook = `
agents:
  first: { run: "${claude}", prompt: "Please play:one" }
  second: { run: "${claude}", prompt: "Please play:two" }
  quiet: { run: "${claude}", prompt: "Please play:quiet", on_idle: escalate }
  strict: { run: "${claude}", prompt: "Please play:strict", on_idle: fail }
  gated: { run: "${claude}", prompt: "Please play:gated", on_prompt: { action: gate, run: "echo Not today. >&2; exit 3" } }
  silent: { run: "sh -c 'echo $$ >silent.pid; exec sleep 600'" }
pipelines:
  feature: { steps: [ { name: plan, agent: first }, { name: build, agent: second } ] }
`;

/** Writes the runbook that these tests start from. */
export function writeRunbook({ workspace }: Cage): void {
  mkdirSync(join(workspace, '.agents'), { recursive: true });
  writeFileSync(join(workspace, '.agents', 'runbook.yaml'), runbook);
}

/** Starts a run with the mouse: a window that has just opened may give the keyboard to its view. */
export async function startRun(window: EditorWindow, name: string): Promise<void> {
  await window.run('beckon.startRun');
  const pick = new QuickPick(window);
  await pick.sees(/^feature$/u);
  await pick.click(name);
}

/** Cancels a run from its menu, and says yes to the question. */
export async function cancelRun(window: EditorWindow, name: string): Promise<void> {
  const tree = new AgentTree(window);
  await tree.select(new RegExp(`^run ${name}, `, 'u'));
  await tree.chooseFromMenu(/^Cancel Run…/u);
  await window.page.locator('.monaco-dialog-box .monaco-button', { hasText: 'Cancel Run' }).click();
}

/** Takes the row of a run that is over away, so that the next test finds an empty tree. */
export async function forgetRun(window: EditorWindow, name: string, gone = /^run /u): Promise<void> {
  const tree = new AgentTree(window);
  // Its agent's turn goes on after its signal: a row that moves while a menu opens takes the menu along.
  await window.seesNoRow(/^Please play:\w+, working/u);
  await tree.select(new RegExp(`^run ${name}, `, 'u'));
  await tree.chooseFromMenu(/^Remove from List/u);
  await window.seesNoRow(gone);
}
