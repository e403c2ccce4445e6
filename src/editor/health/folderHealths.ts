import * as vscode from 'vscode';
import type { Scope } from '../../core/settings/wanted.ts';
import type { FolderHealth } from '../../core/view/healthWords.ts';
import { healthFiles, isKnownIn, readHealth } from '../../node/entries/readHealth.ts';
import { workspaceFolder } from '../../node/entries/settingsPlace.ts';
import { FileSweep } from '../../node/fileSweep.ts';
import type { SetupProgram } from '../../node/programNode.ts';
import type { Disposable } from '../disposableStore.ts';
import { DisposableStore } from '../disposableStore.ts';

/** The health of one folder of this window for one program, and where its entries are. */
export interface WatchedFolder extends FolderHealth {
  readonly program: SetupProgram;
  readonly scope: Scope;
  /** The folder whose file it is. */
  readonly holder: string;
}

/** The health of this window's folders, read again whenever something changed that decides it. */
export class FolderHealths implements Disposable {
  readonly #parts = new DisposableStore();
  readonly #read = this.#parts.add(new vscode.EventEmitter<void>());
  readonly #sweep = this.#parts.add(new FileSweep(() => void this.refresh()));
  readonly #programs: readonly SetupProgram[];
  #all: readonly WatchedFolder[] = [];
  #rounds = 0;
  #reading: Promise<void> | undefined;
  #disposed = false;

  /** Fires after the health was read, also where it is the same. */
  readonly onDidRead = this.#read.event;

  /** `programs` are those whose settings are looked at. */
  constructor(programs: readonly SetupProgram[]) {
    this.#programs = programs;
    // Git, trust and the version of the program change without a file that is looked at; then the person comes back.
    this.#parts.add(
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) {
          void this.refresh();
        }
      }),
    );
  }

  /**
   * What is known: for each folder the programs that are on this machine or have entries there, else all. Nothing in
   * Restricted Mode, where not even git is asked.
   */
  get all(): readonly WatchedFolder[] {
    return this.#all;
  }

  /** Reads the health now; resolves when it is known. */
  refresh(): Promise<void> {
    this.#rounds++;
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  dispose(): void {
    this.#disposed = true;
    this.#parts.dispose();
  }

  async #readAll(): Promise<void> {
    for (let round = -1; round !== this.#rounds && !this.#disposed; ) {
      round = this.#rounds;
      const folders = vscode.workspace.isTrusted ? await foldersOnDisk() : [];
      const { env } = process;
      const places = folders.flatMap(({ folder }) =>
        this.#programs.map((program) => ({ program, workspace: folder, env })),
      );
      const files = await Promise.all(places.map(healthFiles));
      // Before the reading, so that nothing happens in between unseen.
      await this.#sweep.watch(files.flat());
      const all = await Promise.all(folders.map((one) => healthsOf(this.#programs, one)));
      if (!this.#disposed) {
        this.#all = all.flat();
        this.#read.fire();
      }
    }
  }
}

async function foldersOnDisk(): Promise<readonly NamedFolder[]> {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  const found = await Promise.all(
    folders.map(async ({ name, uri }) => ({ name, folder: await workspaceFolder('/', uri.fsPath) })),
  );
  return found.flatMap(({ name, folder }) => (folder === undefined ? [] : [{ name, folder }]));
}

interface NamedFolder {
  readonly name: string;
  readonly folder: string;
}

async function healthsOf(
  programs: readonly SetupProgram[],
  one: NamedFolder,
): Promise<readonly WatchedFolder[]> {
  const { env } = process;
  const matters = await Promise.all(
    programs.map(async (program) => {
      const { isHere } = await program.node.entries.seen(env);
      const place = { program, workspace: one.folder, env };
      return isHere || isInExtension(program) || (await isKnownIn(place));
    }),
  );
  const told = matters.includes(true) ? programs.filter((_, at) => matters[at]) : programs;
  return Promise.all(told.map((program) => healthOf(program, one)));
}

/** Whether the program's own extension is installed, which brings one with it. */
function isInExtension({ panel }: SetupProgram): boolean {
  return panel !== undefined && vscode.extensions.getExtension(panel.extension) !== undefined;
}

async function healthOf(program: SetupProgram, { name, folder }: NamedFolder): Promise<WatchedFolder> {
  const health = await readHealth({
    program,
    scope: undefined,
    workspace: folder,
    env: process.env,
    hasProgram: isInExtension(program),
  });
  const { scope, file, holder, findings } = health;
  return { name, folder, program, scope, file, holder, findings };
}
