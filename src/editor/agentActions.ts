import * as vscode from 'vscode';
import type { Agent } from '../core/agent/agent.ts';
import { repliesTo } from '../core/agent/replies.ts';
import { decisionsOf } from '../core/decision/decision.ts';
import { toastText } from '../core/text/foreignText.ts';
import { agentName } from '../core/view/agentName.ts';
import type { AgentTyping } from './agentTyping.ts';
import type { Answers } from './answers/answers.ts';
import type { SeenWatch } from './done/seenWatch.ts';

const escapeKey = '\u001b';

/** What a person can do with an agent besides answering it. */
export class AgentActions {
  readonly #typing: AgentTyping;
  readonly #answers: Answers;
  readonly #seen: SeenWatch;

  constructor(typing: AgentTyping, answers: Answers, seen: SeenWatch) {
    this.#typing = typing;
    this.#answers = answers;
    this.#seen = seen;
  }

  /** Types a text of the person into the agent's terminal, never at a prompt. */
  async nudge(agent: Agent): Promise<void> {
    if (!(await this.#reachable(agent))) {
      return;
    }
    const text = await vscode.window.showInputBox({
      title: vscode.l10n.t('Nudge "{0}"', agentName(agent)),
      prompt: vscode.l10n.t('What should it do? This is typed into its terminal.'),
      ignoreFocusOut: true,
    });
    if (text?.trim()) {
      // It may have begun to ask while the person wrote.
      tell((await this.#typing.type(agent.id, text))?.reason);
    }
  }

  /** Stops what the agent does: its prompt is denied and the turn ends with it, or Esc goes into its terminal. */
  async interrupt(agent: Agent): Promise<void> {
    const [decision] = decisionsOf(agent);
    if (decision && repliesTo(decision.prompt).includes('interrupt')) {
      await this.#answers.give(decision.id, { kind: 'deny', interrupt: true });
      return;
    }
    const terminal = await this.#reachable(agent);
    terminal?.sendText(escapeKey, false);
  }

  /** Opens what the agent and its model said, as the agent program keeps it. */
  async openTranscript(agent: Agent): Promise<void> {
    const { facts } = agent;
    this.#seen.see([agent]);
    if (facts.transcript === undefined) {
      return;
    }
    try {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.file(facts.transcript));
      await vscode.window.showTextDocument(document, { preview: true });
    } catch {
      void vscode.window.showWarningMessage(
        vscode.l10n.t("Can't open the transcript: {0}", toastText(facts.transcript)),
      );
    }
  }

  async #reachable(agent: Agent): Promise<vscode.Terminal | undefined> {
    const reach = await this.#typing.reach(agent);
    if ('terminal' in reach) {
      return reach.terminal;
    }
    tell(reach.refused);
    return undefined;
  }
}

function tell(sentence: string | undefined): void {
  if (sentence !== undefined) {
    void vscode.window.showInformationMessage(sentence);
  }
}
