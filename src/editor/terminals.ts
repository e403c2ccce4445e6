import * as vscode from 'vscode';
import type { Agent } from '../core/agent/agent.ts';
import { agentName } from '../core/view/agentName.ts';
import { toastText } from '../core/view/foreignText.ts';
import { ancestors } from '../node/evidence/processTable.ts';
import type { AgentStore } from './agentStore.ts';

/** What is needed of the other windows. */
interface Elsewhere {
  /** Shows the terminal of a process in the window that has it. */
  revealElsewhere(pid: number): Promise<boolean>;
}

/** The session is in the panel of Claude Code's own extension, which has no terminal. */
const panelEntrypoint = 'claude-vscode';

/** Where agents run. A terminal is known by its shell's process, never by its name: agents change that. */
export class Terminals {
  readonly #store: AgentStore;
  readonly #elsewhere: Elsewhere;

  constructor(store: AgentStore, elsewhere: Elsewhere) {
    this.#store = store;
    this.#elsewhere = elsewhere;
  }

  /** The terminal of this window that an agent runs in. */
  async of(agent: Agent): Promise<vscode.Terminal | undefined> {
    const pid = this.#pidOf(agent);
    return pid === undefined ? undefined : this.#find([pid, ...(await ancestors(pid))]);
  }

  /** Shows the terminal of this window whose shell is one of `pids`; says whether there is one. */
  async reveal(pids: readonly number[]): Promise<boolean> {
    const terminal = await this.#find(pids);
    terminal?.show(false);
    return terminal !== undefined;
  }

  /** Goes to where an agent runs: its terminal here or in another window, its panel; else says where that is. */
  async goTo(agent: Agent, preserveFocus = false): Promise<void> {
    const terminal = await this.of(agent);
    if (terminal) {
      terminal.show(preserveFocus);
      return;
    }
    const pid = this.#pidOf(agent);
    const label = agentName(agent);
    if (pid !== undefined && (await this.#elsewhere.revealElsewhere(pid))) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t('"{0}" runs in a terminal of another window, which shows it now.', label),
      );
      return;
    }
    if (agent.facts.entrypoint === panelEntrypoint && (await this.#openPanel(agent))) {
      return;
    }
    void vscode.window.showInformationMessage(this.#whereabouts(agent, pid, label));
  }

  #pidOf(agent: Agent): number | undefined {
    return agent.facts.pid ?? this.#store.state.agents.get(agent.parent ?? '')?.facts.pid;
  }

  async #find(pids: readonly number[]): Promise<vscode.Terminal | undefined> {
    const shells = await Promise.all(
      vscode.window.terminals.map(async (terminal) => [await shellPid(terminal), terminal] as const),
    );
    const known = new Map(shells);
    return pids.map((pid) => known.get(pid)).find((terminal) => terminal !== undefined);
  }

  async #openPanel({ session }: Agent): Promise<boolean> {
    if (!vscode.extensions.getExtension('anthropic.claude-code')) {
      return false;
    }
    const query = `session=${encodeURIComponent(session)}`;
    const uri = vscode.Uri.from({
      scheme: vscode.env.uriScheme,
      authority: 'anthropic.claude-code',
      path: '/open',
      query,
    });
    return await vscode.env.openExternal(uri);
  }

  #whereabouts({ facts }: Agent, pid: number | undefined, label: string): string {
    if (pid === undefined) {
      return vscode.l10n.t('It is not known where "{0}" runs.', label);
    }
    const folder = toastText(facts.cwd ?? facts.startedIn ?? '');
    const where = facts.terminal
      ? vscode.l10n.t('tmux pane {0}, process {1}', toastText(facts.terminal), pid)
      : vscode.l10n.t('process {0}', pid);
    return folder
      ? vscode.l10n.t('"{0}" runs outside of VS Code: {1}, in {2}', label, where, folder)
      : vscode.l10n.t('"{0}" runs outside of VS Code: {1}', label, where);
  }
}

const pidMs = 500;

/** The process of a terminal's shell. One that did not start never gets one, and nobody must wait for that. */
export async function shellPid({ processId }: vscode.Terminal): Promise<number | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), pidMs);
  });
  return await Promise.race([Promise.resolve(processId), late]).finally(() => clearTimeout(timer));
}
