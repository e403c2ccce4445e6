import * as vscode from 'vscode';
import { beckonHome } from '../node/beckonHome.ts';
import { claudeConfigDir } from '../node/evidence/claudeHome.ts';
import { AgentHub } from '../node/hub/agentHub.ts';
import { version } from '../node/version.ts';
import type { Disposable } from './disposableStore.ts';
import { DisposableStore } from './disposableStore.ts';

/** The hub of this window: it listens, and tells the others which folders and terminals are here. */
export class WindowHub implements Disposable {
  readonly hub: AgentHub;
  /** The name of the show that is on, if one is. */
  show: string | undefined;
  readonly #parts = new DisposableStore();
  #log: vscode.LogOutputChannel | undefined;
  #lastFocusedAt = Date.now();

  constructor() {
    this.hub = new AgentHub({
      home: beckonHome(process.env),
      claudeDir: claudeConfigDir(process.env),
      version,
      role: 'window',
      folders: folders(),
      subagentWaitMs: () => 0,
      // A window shows; it has no buttons to answer with yet, and must not hold what nobody here can answer.
      asks: false,
      canAsk: () => Promise.resolve(false),
      ownsShow: (session) => this.show !== undefined && session.startsWith(`demo-${this.show}-`),
      log: (phrase) => this.#warn(phrase),
    });
  }

  /** Starts to listen. A window that cannot still shows what it sees. */
  async start(): Promise<void> {
    const place = () => void this.#place();
    const { window, workspace } = vscode;
    this.#parts.add(window.onDidOpenTerminal(place));
    this.#parts.add(window.onDidCloseTerminal(place));
    this.#parts.add(workspace.onDidChangeWorkspaceFolders(place));
    this.#parts.add(
      window.onDidChangeWindowState(({ focused }) => {
        if (focused) {
          this.#lastFocusedAt = Date.now();
          place();
        }
      }),
    );
    try {
      await this.hub.start();
      await this.#place();
    } catch (error) {
      this.#warn(`this window cannot listen: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}`);
    }
  }

  /** Stops to listen, and lets go of everything. */
  dispose(): Promise<void> {
    this.#parts.dispose();
    this.#log?.dispose();
    this.#log = undefined;
    return this.hub.dispose();
  }

  async #place(): Promise<void> {
    const pids = await Promise.all(vscode.window.terminals.map(({ processId }) => processId));
    const terminals = pids.filter((pid) => pid !== undefined);
    this.hub.place({ folders: folders(), terminals, lastFocusedAt: this.#lastFocusedAt });
  }

  #warn(phrase: string): void {
    this.#log ??= vscode.window.createOutputChannel('Beckon', { log: true });
    this.#log.warn(phrase);
  }
}

function folders(): readonly string[] {
  return (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
}
