import * as vscode from 'vscode';
import type { Agent } from '../core/agent/agent.ts';
import { hasEnded } from '../core/agent/state.ts';
import { decisionsOf } from '../core/decision/decision.ts';
import { agentName } from '../core/view/agentName.ts';
import { toastText } from '../core/view/foreignText.ts';
import type { Answers } from './answers.ts';
import type { Terminals } from './terminals.ts';

const pasteMs = 500;
const escapeKey = '\u001b';

/** What a person can do with an agent besides answering it. */
export class AgentActions {
  readonly #terminals: Terminals;
  readonly #answers: Answers;

  constructor(terminals: Terminals, answers: Answers) {
    this.#terminals = terminals;
    this.#answers = answers;
  }

  /** Types a text of the person into the agent's terminal. Never at a prompt: there a text means something else. */
  async nudge(agent: Agent): Promise<void> {
    const label = agentName(agent);
    const terminal = await this.#reachable(agent);
    if (!terminal) {
      return;
    }
    const text = await vscode.window.showInputBox({
      title: vscode.l10n.t('Nudge "{0}"', label),
      prompt: vscode.l10n.t('What should it do? This is typed into its terminal.'),
      ignoreFocusOut: true,
    });
    // It may have begun to ask while the person wrote.
    if (!text?.trim() || (await this.#reachable(agent)) !== terminal) {
      return;
    }
    terminal.sendText(text.trim(), false);
    // Well apart from the text: of a long one the program waits for the rest, as of something that is pasted.
    await new Promise((resolve) => setTimeout(resolve, pasteMs));
    if ((await this.#reachable(agent)) === terminal) {
      terminal.sendText('\r', false);
    }
  }

  /** Stops what the agent does: its prompt is denied and the turn ends with it, or Esc goes into its terminal. */
  async interrupt(agent: Agent): Promise<void> {
    const [decision] = decisionsOf(agent);
    if (decision?.prompt.requestId) {
      await this.#answers.give(decision.id, { kind: 'deny', interrupt: true });
      return;
    }
    const terminal = await this.#reachable(agent);
    if (terminal && !this.#asks(agent)) {
      terminal.sendText(escapeKey, false);
    }
  }

  /** Opens what the agent and its model said, as the agent program keeps it. */
  async openTranscript({ facts }: Agent): Promise<void> {
    if (facts.transcript === undefined) {
      return;
    }
    try {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.file(facts.transcript));
      await vscode.window.showTextDocument(document, { preview: true });
    } catch {
      void vscode.window.showWarningMessage(
        vscode.l10n.t('The transcript cannot be opened: {0}', toastText(facts.transcript)),
      );
    }
  }

  /** Whether anybody in the agent's terminal asks something, which is then said: subagents ask in the same. */
  #asks(agent: Agent): boolean {
    const asking = this.#answers.family(agent).find(({ prompts }) => prompts.length > 0);
    if (asking) {
      const text = vscode.l10n.t('"{0}" asks something: answer that first.', agentName(asking));
      void vscode.window.showInformationMessage(text);
    }
    return asking !== undefined;
  }

  /** The agent's terminal, where something may be typed into it; else says why not. */
  async #reachable(agent: Agent): Promise<vscode.Terminal | undefined> {
    const label = agentName(agent);
    const terminal = await this.#terminals.of(agent);
    // Looked at last: nothing may come between this and what is typed.
    const now = this.#answers.agent(agent.id);
    if (this.#asks(agent)) {
      return undefined;
    }
    if (now && hasEnded(now.state)) {
      const text = vscode.l10n.t('"{0}" has ended: what is typed would go to the shell.', label);
      void vscode.window.showInformationMessage(text);
      return undefined;
    }
    if (!terminal || !now) {
      const text = vscode.l10n.t(
        '"{0}" has no terminal in this window, so nothing can be typed into it.',
        label,
      );
      void vscode.window.showInformationMessage(text);
    }
    return terminal;
  }
}
