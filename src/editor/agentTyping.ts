import * as vscode from 'vscode';
import type { Agent, AgentId } from '../core/agent/agent.ts';
import { hasEnded } from '../core/agent/state.ts';
import { typedLine } from '../core/run/programTerminal.ts';
import { agentName } from '../core/view/agentName.ts';
import type { NotRead } from '../node/evidence/terminalReader.ts';
import type { AgentProgram } from '../node/programNode.ts';
import type { Untyped } from '../node/run/crewPorts.ts';
import type { Answers } from './answers/answers.ts';
import type { Terminals } from './terminals.ts';

const pasteMs = 500;

/** A terminal in which something may be typed, or why there is none. */
export type Reach =
  | { readonly terminal: vscode.Terminal }
  | { readonly refused: string; readonly lasting?: true };

/** Types into the terminals of agents. Never at a prompt: there a text means something else. */
export class AgentTyping {
  readonly #programs: readonly AgentProgram[];
  readonly #terminals: Terminals;
  readonly #answers: Answers;

  constructor(programs: readonly AgentProgram[], terminals: Terminals, answers: Answers) {
    this.#programs = programs;
    this.#terminals = terminals;
    this.#answers = answers;
  }

  /** The agent's terminal, where something may be typed into it; else a sentence that says why not. */
  async reach(agent: Agent): Promise<Reach> {
    const label = agentName(agent);
    const terminal = await this.#terminals.of(agent);
    const notRead = terminal && (await this.#terminals.notRead(agent, terminal));
    // Looked at last: nothing may come between this and what is typed.
    const now = this.#answers.agent(agent.id);
    const asks = this.#asks(agent);
    if (asks !== undefined) {
      return { refused: asks };
    }
    if (now && hasEnded(now.state)) {
      return { refused: vscode.l10n.t('"{0}" has exited. Text typed now would go to the shell.', label) };
    }
    if (!(terminal && now)) {
      const refused = vscode.l10n.t(
        '"{0}" has no terminal in this window, so Beckon can\'t type into it.',
        label,
      );
      return now ? { refused, lasting: true } : { refused };
    }
    const lasting = notRead === 'elsewhere' ? ({ lasting: true } as const) : {};
    return notRead ? { refused: notReadWords(notRead, label), ...lasting } : { terminal };
  }

  /** That somebody in the agent's terminal asks something, in a sentence: subagents ask in the same. */
  #asks(agent: Agent): string | undefined {
    const asking = this.#answers.family(agent).find(({ prompts }) => prompts.length > 0);
    return asking && vscode.l10n.t('"{0}" is waiting for an answer. Answer it first.', agentName(asking));
  }

  /**
   * Types a text, and sends it; why that cannot be, or nothing. `unheard` gives the terminal of an agent that is not
   * known, where that is proven otherwise.
   */
  async type(
    id: AgentId,
    text: string,
    unheard: () => Promise<vscode.Terminal | undefined> = () => Promise.resolve(undefined),
  ): Promise<Untyped | undefined> {
    const reachNow = async (): Promise<Reach> => {
      const terminal = this.#answers.agent(id) ? undefined : await unheard();
      // It may have been heard meanwhile, and then may ask something.
      const agent = this.#answers.agent(id);
      return agent ? await this.#reachIdle(agent) : terminal ? { terminal } : { refused: unknown() };
    };
    const reach = await reachNow();
    if ('refused' in reach) {
      return untyped(reach);
    }
    const { terminal } = reach;
    const line = typedLine(text);
    const { typing } = this.#programOf(this.#answers.agent(id)) ?? {};
    if (typing?.stash) {
      terminal.sendText(typing.stash.keys, false);
      await pause(typing.stash.waitMs);
    }
    terminal.sendText(typing?.pasted?.(line) ?? line, false);
    // Well apart from the text: of a long one the program waits for the rest, as of something that is pasted.
    await pause(pasteMs);
    const again = await reachNow();
    if ('refused' in again || again.terminal !== terminal) {
      return 'refused' in again
        ? untyped(again)
        : { reason: vscode.l10n.t('Its terminal changed while Beckon was typing.') };
    }
    terminal.sendText('\r', false);
    return undefined;
  }

  #programOf(agent: Agent | undefined): AgentProgram | undefined {
    return this.#programs.find(({ id }) => id === agent?.program);
  }

  /** The terminal of an agent in which what is typed is a message. */
  async #reachIdle(agent: Agent): Promise<Reach> {
    await this.#terminals.returned(agent);
    const dialog = await this.#programOf(agent)?.node.showsDialog?.(agent.facts);
    const reach = await this.reach(agent);
    const label = agentName(agent);
    return dialog && 'terminal' in reach
      ? { refused: vscode.l10n.t('"{0}" is showing a dialog. Close it first.', label) }
      : reach;
  }
}

function untyped({ refused: reason, lasting }: Extract<Reach, { refused: string }>): Untyped {
  return { reason, ...(lasting ? { lasting } : {}) };
}

function notReadWords(why: NotRead, label: string): string {
  switch (why) {
    case 'elsewhere':
      return vscode.l10n.t(
        '"{0}" does not read its terminal itself. Another program might get the text.',
        label,
      );
    case 'behind':
      return vscode.l10n.t(
        '"{0}" is suspended or in the background of its terminal. Bring it to the foreground first.',
        label,
      );
    case 'covered':
      return vscode.l10n.t('"{0}" has opened another program in its terminal. Close it first.', label);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function unknown(): string {
  return vscode.l10n.t("This window doesn't know the agent, so Beckon can't type into its terminal.");
}
