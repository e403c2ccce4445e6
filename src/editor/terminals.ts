import * as vscode from 'vscode';
import type { Agent, AgentId } from '../core/agent/agent.ts';
import { hasEnded } from '../core/agent/state.ts';
import { isDemoSession } from '../core/demo/demoSession.ts';
import { nudgeSettlesMs } from '../core/run/actOn.ts';
import { toastText } from '../core/text/foreignText.ts';
import { agentName } from '../core/view/agentName.ts';
import { ancestors } from '../node/evidence/processTable.ts';
import type { NotRead } from '../node/evidence/terminalReader.ts';
import { notReadBy } from '../node/evidence/terminalReader.ts';
import type { AgentProgram } from '../node/programNode.ts';
import type { AgentStore } from './agentStore.ts';
import type { Disposable } from './disposableStore.ts';

/** What is needed of the other windows. */
interface Elsewhere {
  /** Shows the terminal of a process in the window that has it. */
  revealElsewhere(pid: number): Promise<boolean>;
}

/** What is needed of the agents that have a terminal without a process: those of the demo. */
interface Played {
  /** Shows the terminal of an agent; says whether there is one. */
  show(agent: Agent, preserveFocus: boolean): boolean;
}

/** How long after a window was opened its terminals may take to be back. */
const settleMs = 20_000;
/** How long one agent's terminal is waited for: whoever types must know in time that it did not work, or it would count as typed. */
const patienceMs = nudgeSettlesMs - 2000;
const lookMs = 250;

/** Where agents run. A terminal is known by its shell's process, never by its name: agents change that. */
export class Terminals implements Disposable {
  readonly #went = new vscode.EventEmitter<Agent>();
  readonly #programs: readonly AgentProgram[];
  readonly #store: AgentStore;
  readonly #elsewhere: Elsewhere;
  readonly #played: Played;
  readonly #watch: Disposable;
  /** The process of each agent, as it was told last. */
  readonly #pids = new Map<AgentId, number>();
  readonly #chains = new Map<number, readonly number[]>();
  readonly #settledAt = performance.now() + settleMs;

  /** Fires when a person goes to where an agent runs, or ran. */
  readonly onDidGo = this.#went.event;

  constructor(programs: readonly AgentProgram[], store: AgentStore, elsewhere: Elsewhere, played: Played) {
    this.#programs = programs;
    this.#store = store;
    this.#elsewhere = elsewhere;
    this.#played = played;
    this.#note(store.state.agents.keys());
    this.#watch = store.onDidChange(({ agents }) =>
      this.#note(agents.map(({ before, after }) => (after ?? before)?.id ?? '')),
    );
  }

  dispose(): void {
    this.#watch.dispose();
    this.#went.dispose();
  }

  /** The terminal of this window that an agent runs in, or ran in before it ended. */
  async of(agent: Agent): Promise<vscode.Terminal | undefined> {
    const pid = this.#pidOf(agent);
    return pid === undefined ? undefined : this.#find([pid, ...(await this.#above(pid))]);
  }

  /** Why an agent would not read what is typed into its terminal; nothing where it does. */
  async notRead(agent: Agent, terminal: vscode.Terminal): Promise<NotRead | undefined> {
    const [pid, shell] = [this.#pidOf(agent), await shellPid(terminal)];
    return pid === undefined || shell === undefined ? 'elsewhere' : await notReadBy(pid, shell);
  }

  /** Waits for the terminal of an agent in a window that was just opened: VS Code gives its terminals back one by one. */
  async returned(agent: Agent): Promise<void> {
    const deadline = Math.min(this.#settledAt, performance.now() + patienceMs);
    while (performance.now() < deadline && !(await this.of(agent))) {
      await new Promise((resolve) => setTimeout(resolve, lookMs));
    }
  }

  /** The processes above one; of one that is gone, those that were. */
  async #above(pid: number): Promise<readonly number[]> {
    const above = await ancestors(pid);
    const known = this.#chains.get(pid) ?? [];
    if (above.length === 0) {
      return known;
    }
    this.#chains.set(pid, above);
    return above;
  }

  /** Remembers where agents run that changed: of one that is gone nobody can tell any more. */
  #note(agents: Iterable<AgentId>): void {
    for (const id of agents) {
      const pid = this.#store.state.agents.get(id)?.facts.pid;
      const before = this.#pids.get(id);
      if (pid === before) {
        continue;
      }
      if (pid === undefined) {
        this.#pids.delete(id);
      } else {
        this.#pids.set(id, pid);
      }
      if (before !== undefined && ![...this.#pids.values()].includes(before)) {
        this.#chains.delete(before);
      }
      if (pid !== undefined && !this.#chains.has(pid)) {
        this.#chains.set(pid, []);
        void this.#above(pid);
      }
    }
  }

  /** Shows the terminal of this window whose shell is one of `pids`; says whether there is one. */
  async reveal(pids: readonly number[]): Promise<boolean> {
    const terminal = await this.#find(pids);
    terminal?.show(false);
    return terminal !== undefined;
  }

  /**
   * Goes to where an agent runs: its terminal here or in another window, its panel; else says where that is. Whoever only
   * looks at the row of an agent that runs nowhere is not told so.
   */
  async goTo(agent: Agent, preserveFocus = false): Promise<void> {
    this.#went.fire(agent);
    if (this.#played.show(agent, preserveFocus)) {
      return;
    }
    const own = await this.of(agent);
    const shown = own ? undefined : await this.#shownBy(agent);
    const terminal =
      own ?? (shown === undefined ? undefined : await this.#find([shown, ...(await ancestors(shown))]));
    if (terminal) {
      terminal.show(preserveFocus);
      return;
    }
    const pid = shown ?? this.#pidOf(agent);
    const label = agentName(agent);
    if (pid !== undefined && (await this.#elsewhere.revealElsewhere(pid))) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t('"{0}" runs in a terminal in another window, which now shows it.', label),
      );
      return;
    }
    if (await this.#openPanel(agent)) {
      return;
    }
    if (!preserveFocus || !(hasEnded(agent.state) || isDemoSession(agent.session))) {
      void vscode.window.showInformationMessage(this.#whereabouts(agent, pid, label));
    }
  }

  async #shownBy({ program, session, facts, state }: Agent): Promise<number | undefined> {
    const { node } = this.#programs.find(({ id }) => id === program) ?? {};
    const folder = facts.startedIn ?? facts.cwd;
    return folder === undefined || hasEnded(state) ? undefined : await node?.shownBy?.({ session, folder });
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

  /** Opens the panel in which an agent runs; says whether it runs in one that is installed. */
  async #openPanel({ program, session, facts }: Agent): Promise<boolean> {
    const { panel } = this.#programs.find(({ id }) => id === program) ?? {};
    if (!panel || facts.entrypoint !== panel.entrypoint || !vscode.extensions.getExtension(panel.extension)) {
      return false;
    }
    const link = { authority: panel.extension, ...panel.link(session) };
    return await vscode.env.openExternal(vscode.Uri.from({ scheme: vscode.env.uriScheme, ...link }));
  }

  #whereabouts({ facts, state }: Agent, pid: number | undefined, label: string): string {
    if (hasEnded(state)) {
      return vscode.l10n.t('"{0}" has exited, and its terminal is not in this window.', label);
    }
    if (pid === undefined) {
      return vscode.l10n.t("Beckon can't find {0}'s terminal.", label);
    }
    const folder = toastText(facts.cwd ?? facts.startedIn ?? '');
    const where = facts.terminal
      ? vscode.l10n.t('tmux pane {0}, process {1}', toastText(facts.terminal), pid)
      : vscode.l10n.t('process {0}', pid);
    return folder
      ? vscode.l10n.t('Outside VS Code: {1}, in {2} ("{0}")', label, where, folder)
      : vscode.l10n.t('Outside VS Code: {1} ("{0}")', label, where);
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
