import * as vscode from 'vscode';
import { beckonHome } from '../node/beckonHome.ts';
import { AgentHub } from '../node/hub/agentHub.ts';
import type { HubOptions } from '../node/hub/hubOptions.ts';
import type { AgentProgram } from '../node/programNode.ts';
import { realFolder } from '../node/realFolder.ts';
import { version } from '../node/version.ts';
import type { BeckonLog } from './diagnostics/beckonLog.ts';
import type { Disposable } from './disposableStore.ts';
import { DisposableStore } from './disposableStore.ts';
import { readSetting } from './readSetting.ts';
import { shellPid } from './terminals.ts';
import { UiPulse } from './uiPulse.ts';

/** The hub of this window: it listens, and tells the others which folders and terminals are here. */
export class WindowHub implements Disposable {
  readonly hub: AgentHub;
  /** The agent programs that are known. */
  readonly programs: readonly AgentProgram[];
  /** The name of the show that is on, if one is. */
  show: string | undefined;
  /** Shows the terminal of this window whose shell is one of these; another window asks for it. */
  reveal: (pids: readonly number[]) => Promise<boolean> = () => Promise.resolve(false);
  /** Shows a row of the tree, for a link that another window was given. */
  showRow: (row: string) => Promise<boolean> = () => Promise.resolve(false);
  /** Called when a request is held here. */
  held: () => void = () => {};
  /** Does what a person chose for a run that is supervised here. */
  chooseRun: NonNullable<HubOptions['chooseRun']> = () => ({ status: 404, reason: 'no run is here' });
  /** Whether the window has its page. */
  readonly page: UiPulse;
  readonly #parts = new DisposableStore();
  readonly #log: BeckonLog;
  #lastFocusedAt = Date.now();
  #places = 0;
  /** The terminals whose shell was slow to start: they are told of when it did. */
  readonly #awaited = new WeakSet<vscode.Terminal>();

  constructor(programs: readonly AgentProgram[], log: BeckonLog) {
    this.#log = log;
    this.programs = programs;
    this.page = this.#parts.add(new UiPulse((answers) => this.hub.setAsks(answers)));
    this.hub = new AgentHub({
      home: beckonHome(process.env),
      programs,
      env: process.env,
      version,
      role: 'window',
      folders: folders(),
      hiddenWaitMs: () => 1000 * Math.min(600, Math.max(0, readSetting('beckon.hiddenPromptSeconds'))),
      asks: true,
      canAsk: () => this.page.answers(),
      reveal: (pids) => this.reveal(pids),
      showRow: (row) => this.showRow(row),
      held: () => this.held(),
      chooseRun: (wanted) => this.chooseRun(wanted),
      ownsShow: (session) => this.show !== undefined && session.startsWith(`demo-${this.show}-`),
      log: (phrase) => log.warn(phrase),
    });
  }

  /** Whether this window has the focus. */
  get isFocused(): boolean {
    return vscode.window.state.focused;
  }

  /** Starts to listen. A window that cannot still shows what it sees. */
  async start(): Promise<void> {
    const place = () => void this.#place();
    const { window, workspace } = vscode;
    this.#parts.add(window.onDidOpenTerminal(place));
    this.#parts.add(window.onDidCloseTerminal(place));
    // VS Code starts the shell of an untouched terminal anew when its environment changes, and tells of that nowhere.
    this.#parts.add(window.onDidChangeTerminalState(place));
    this.#parts.add(workspace.onDidChangeWorkspaceFolders(place));
    this.#parts.add(
      window.onDidChangeWindowState(({ focused }) => {
        if (focused) {
          this.#lastFocusedAt = Date.now();
        }
        place();
      }),
    );
    try {
      await this.hub.start();
      await this.#place();
    } catch (error) {
      this.#log.warn(
        `this window cannot listen: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}`,
      );
    }
  }

  /** Stops to listen, and lets go of everything. */
  dispose(): Promise<void> {
    // The relays that wait first: they have to find another window.
    const closed = this.hub.dispose();
    this.#parts.dispose();
    return closed;
  }

  async #place(): Promise<void> {
    const call = ++this.#places;
    const { terminals } = vscode.window;
    const pids = await Promise.all(terminals.map(shellPid));
    // A later call has seen more, and may be done already.
    if (call === this.#places) {
      const shells = pids.filter((pid) => pid !== undefined);
      const focus = { focused: this.isFocused, lastFocusedAt: this.#lastFocusedAt };
      this.hub.place({ folders: folders(), terminals: shells, ...focus });
    }
    for (const terminal of terminals.filter((one, at) => pids[at] === undefined && !this.#awaited.has(one))) {
      this.#awaited.add(terminal);
      void terminal.processId.then((pid) => (pid === undefined ? undefined : this.#place()));
    }
  }

  /** Writes a line into the log: fixed phrases, nothing an agent wrote. */
  note(line: string): void {
    this.#log.note(line);
  }
}

/** The folders of this window as the person opened them and, where that is through a link, as agents name them. */
export function folders(): readonly string[] {
  const paths = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
  return [...new Set(paths.flatMap((path) => [path, realPath(path)]))];
}

/** Asked for at every drawing, and links are rarely turned. */
const realPaths = new Map<string, string>();

function realPath(path: string): string {
  const real = realPaths.get(path) ?? realFolder(path, '.') ?? path;
  realPaths.set(path, real);
  return real;
}
