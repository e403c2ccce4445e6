import * as vscode from 'vscode';
import type { AgentId } from '../../core/agent/agent.ts';
import type { Run } from '../../core/run/run.ts';
import { terminalScript } from '../../core/run/terminalScript.ts';
import { toastText } from '../../core/view/foreignText.ts';
import { plainText } from '../../core/view/plainText.ts';
import { processesBelow } from '../../node/evidence/processTable.ts';
import { realFolder } from '../../node/realFolder.ts';
import type { Start } from '../../node/run/crewPorts.ts';
import { endProcesses } from '../../node/run/endProcess.ts';
import { ExitFiles } from '../../node/run/exitFiles.ts';
import type { Disposable } from '../disposableStore.ts';
import { DisposableStore } from '../disposableStore.ts';

/** The terminals in which this window starts the agents of runs. */
export class RunTerminals implements Disposable {
  readonly #parts = new DisposableStore();
  readonly #exits: ExitFiles;
  readonly #made = new Map<AgentId, { readonly terminal: vscode.Terminal; readonly run: Run }>();
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
      return vscode.l10n.t('Runs cannot be started on Windows yet.');
    }
    if (realFolder('/', folder) === undefined) {
      return vscode.l10n.t('There is no folder {0} any more.', toastText(folder));
    }
    try {
      await this.#exits.clear(run);
    } catch {
      return vscode.l10n.t('Beckon cannot write to its own folder.');
    }
    if (!isWanted()) {
      return undefined;
    }
    const step = run.steps[run.step];
    const name = run.steps.length > 1 && step ? `${run.name} · ${step.name}` : run.name;
    const terminal = vscode.window.createTerminal({
      name: plainText(name),
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
    this.#exits.watch(run, exited);
    terminal.show(true);
    return undefined;
  }

  /** Tells when an agent is gone that another window, or this one before it was loaded anew, started. */
  follow(run: Run, exited: (code?: number) => void): void {
    this.#exits.watch(run, exited);
    this.#followed.set(run.agent, run);
  }

  /** Whether the agent of a run still has the shell in which it was started. */
  async lives(run: Run): Promise<boolean> {
    return (await this.#exits.shell(run)) !== undefined;
  }

  /**
   * Ends an agent: what its shell started, the shell where that ends with the agent, and then its terminal if that was
   * made here. What another window made is not always given to this one, so there the shell becomes the person's.
   */
  async close(agent: AgentId): Promise<void> {
    const made = this.#made.get(agent);
    const run = made?.run ?? this.#followed.get(agent);
    const shell = run && (await this.#exits.shell(run));
    if (shell) {
      const started = await processesBelow(shell.pid);
      await endProcesses(shell.of === 'agent' ? [shell, ...started] : started);
    }
    made?.terminal.dispose();
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
