import * as vscode from 'vscode';
import type { AgentId } from '../../core/agent/agent.ts';
import type { Run } from '../../core/run/run.ts';
import { terminalScript } from '../../core/run/terminalScript.ts';
import { toastText } from '../../core/text/foreignText.ts';
import { terminalName } from '../../core/view/terminalName.ts';
import { processesBelow } from '../../node/evidence/processTable.ts';
import { realFolder } from '../../node/realFolder.ts';
import type { Start } from '../../node/run/crewPorts.ts';
import { endProcesses } from '../../node/run/endProcess.ts';
import type { Begun } from '../../node/run/exitFiles.ts';
import { ExitFiles } from '../../node/run/exitFiles.ts';
import type { Disposable } from '../disposableStore.ts';
import { DisposableStore } from '../disposableStore.ts';

/** The terminals in which this window starts the agents of runs. */
export class RunTerminals implements Disposable {
  readonly #parts = new DisposableStore();
  readonly #exits: ExitFiles;
  readonly #made = new Map<AgentId, { readonly terminal: vscode.Terminal; readonly run: Run }>();
  /** Those that are a person's now: their agent has ended. */
  readonly #left = new WeakSet<vscode.Terminal>();
  readonly #followed = new Map<AgentId, Run>();

  constructor(home: string) {
    this.#exits = this.#parts.add(new ExitFiles(home));
    this.#parts.add(vscode.window.onDidCloseTerminal((terminal) => this.#closed(terminal)));
  }

  /** Starts an agent in a terminal of its own; why that cannot be, or nothing. */
  async start(
    { run, agent, folder, script, args, env, isWanted }: Start,
    exited: (code?: number) => void,
  ): Promise<string | undefined> {
    if (process.platform === 'win32') {
      return vscode.l10n.t("Runs can't be started on Windows yet.");
    }
    if (realFolder('/', folder) === undefined) {
      return vscode.l10n.t('The folder {0} no longer exists.', toastText(folder));
    }
    try {
      await this.#exits.clear(run, { agent, folder });
    } catch {
      return vscode.l10n.t("Beckon can't write to its own folder.");
    }
    if (!isWanted()) {
      this.#exits.drop(run);
      return undefined;
    }
    const terminal = vscode.window.createTerminal({
      name: terminalName(run),
      cwd: folder,
      env: { ...env, BECKON_EXIT: this.#exits.of(run) },
      shellPath: '/bin/sh',
      // What the agent is told is an argument: no shell ever reads it.
      shellArgs: ['-c', terminalScript(script), 'sh', ...args],
      isTransient: false,
    });
    this.#made.set(agent, { terminal, run });
    this.#followed.delete(agent);
    void this.#keepShell(terminal, run);
    this.#exits.watch(run, (code) => {
      this.#left.add(terminal);
      exited(code);
    });
    terminal.show(true);
    return undefined;
  }

  /** Tells when an agent is gone that another window, or this one before it was loaded anew, started. */
  follow(run: Run, exited: (code?: number) => void): void {
    this.#exits.watch(run, exited);
    this.#followed.set(run.agent, run);
  }

  /** Tells nothing of the agent of a run any more: another window does. */
  unfollow(run: Run): void {
    this.#exits.unwatch(run);
    this.#followed.delete(run.agent);
  }

  /** Whether the agent of a run still has the shell in which it was started. */
  async lives(run: Run): Promise<boolean> {
    return (await this.#exits.shell(run)) !== undefined;
  }

  /** Whether anybody began to start the agent that a run wants started. */
  async hasBegun(run: Run): Promise<boolean> {
    return await this.#exits.hasBegun(run);
  }

  /** Whether the terminal of that start ever came to be: a window may be loaded anew before. */
  async hasRun(run: Run): Promise<boolean> {
    return await this.#exits.hasRun(run);
  }

  /** Which agent that was. */
  async begun(run: Run): Promise<Begun | undefined> {
    return await this.#exits.begun(run);
  }

  /**
   * Ends an agent: what its shell started, the shell where that ends with the agent, and then its terminal if that was
   * made here, and is not the person's already. What another window made is not always given to this one, so there the
   * shell becomes the person's.
   */
  async close(agent: AgentId, start?: { readonly run: Run['id']; readonly launch: number }): Promise<void> {
    const isMeant = ({ id, launches }: Run) => id === start?.run && launches === start.launch;
    const made = this.#made.get(agent) ?? [...this.#made.values()].find(({ run }) => isMeant(run));
    const run = made?.run ?? this.#followed.get(agent) ?? [...this.#followed.values()].find(isMeant);
    const isLeft = made !== undefined && this.#left.has(made.terminal);
    const shell = run && (await this.#exits.shell(run));
    if (shell) {
      const started = await processesBelow(shell.pid);
      await endProcesses(shell.of === 'agent' ? [shell, ...started] : started);
    }
    if (!isLeft) {
      made?.terminal.dispose();
    }
  }

  /**
   * The terminal that was made here for an agent of which nothing is heard, while the agent has it. One of an agent
   * program is none: until it is heard it may ask whether the folder is trusted, and what is typed would answer that.
   */
  async unheard(agent: AgentId): Promise<vscode.Terminal | undefined> {
    const { terminal, run } = this.#made.get(agent) ?? {};
    const isSilent = run !== undefined && run.steps[run.step]?.program === undefined;
    return isSilent && (await this.#exits.shell(run)) ? terminal : undefined;
  }

  /** Shows the terminal that was made for an agent that is not heard yet; says whether there is one. */
  show(agent: AgentId, preserveFocus: boolean): boolean {
    const made = this.#made.get(agent);
    made?.terminal.show(preserveFocus);
    return made !== undefined;
  }

  dispose(): void {
    this.#parts.dispose();
  }

  async #keepShell({ processId }: vscode.Terminal, run: Run): Promise<void> {
    const pid = await processId;
    if (pid !== undefined) {
      await this.#exits.keepShell(run, pid, 'person').catch(() => {});
    }
  }

  #closed(terminal: vscode.Terminal): void {
    for (const [agent, made] of this.#made) {
      if (made.terminal === terminal) {
        this.#made.delete(agent);
        void this.#exits.closed(made.run);
      }
    }
  }
}
