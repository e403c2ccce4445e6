import * as vscode from 'vscode';
import type { Agent, AgentId } from '../core/agent/agent.ts';
import { hasEnded } from '../core/agent/state.ts';
import { agentName } from '../core/view/agentName.ts';
import type { Answers } from './answers.ts';
import type { Terminals } from './terminals.ts';

const pasteMs = 500;

/** A terminal in which something may be typed, or why there is none. */
export type Reach = { readonly terminal: vscode.Terminal } | { readonly refused: string };

/** Types into the terminals of agents. Never at a prompt: there a text means something else. */
export class AgentTyping {
  readonly #terminals: Terminals;
  readonly #answers: Answers;

  constructor(terminals: Terminals, answers: Answers) {
    this.#terminals = terminals;
    this.#answers = answers;
  }

  /** The agent's terminal, where something may be typed into it; else a sentence that says why not. */
  async reach(agent: Agent): Promise<Reach> {
    const label = agentName(agent);
    const terminal = await this.#terminals.of(agent);
    // Looked at last: nothing may come between this and what is typed.
    const now = this.#answers.agent(agent.id);
    const asks = this.#asks(agent);
    if (asks !== undefined) {
      return { refused: asks };
    }
    if (now && hasEnded(now.state)) {
      return { refused: vscode.l10n.t('"{0}" has ended: what is typed would go to the shell.', label) };
    }
    return terminal && now
      ? { terminal }
      : {
          refused: vscode.l10n.t(
            '"{0}" has no terminal in this window, so nothing can be typed into it.',
            label,
          ),
        };
  }

  /** That somebody in the agent's terminal asks something, in a sentence: subagents ask in the same. */
  #asks(agent: Agent): string | undefined {
    const asking = this.#answers.family(agent).find(({ prompts }) => prompts.length > 0);
    return asking && vscode.l10n.t('"{0}" asks something: answer that first.', agentName(asking));
  }

  /** Types a text, and sends it; why that cannot be, or nothing. */
  async type(id: AgentId, text: string): Promise<string | undefined> {
    const agent = this.#answers.agent(id);
    if (!agent) {
      return vscode.l10n.t('The agent is not known here, so nothing can be typed into its terminal.');
    }
    const reach = await this.reach(agent);
    if ('refused' in reach) {
      return reach.refused;
    }
    const { terminal } = reach;
    // A line end would send the first part of it.
    terminal.sendText(text.replace(/\p{Cc}+/gu, ' ').trim(), false);
    // Well apart from the text: of a long one the program waits for the rest, as of something that is pasted.
    await new Promise((resolve) => setTimeout(resolve, pasteMs));
    const again = await this.reach(agent);
    if ('refused' in again || again.terminal !== terminal) {
      return 'refused' in again
        ? again.refused
        : vscode.l10n.t('Its terminal changed while it was typed to.');
    }
    terminal.sendText('\r', false);
    return undefined;
  }
}
