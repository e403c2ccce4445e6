import * as vscode from 'vscode';
import type { ProgramPowers } from '../../core/hookrun/programPowers.ts';
import { powersOf } from '../../core/hookrun/programPowers.ts';
import type { HookGroup } from '../../core/view/hookRows.ts';
import { hookRowId } from '../../core/view/hookRows.ts';
import { lookPause } from '../../core/view/lookPause.ts';
import type { ShownHook } from '../../core/view/shownHook.ts';
import { beckonHome } from '../../node/beckonHome.ts';
import { syncMarkers } from '../../node/hooks/activeMarkers.ts';
import type { HooksFolder } from '../../node/hooks/readHookGroups.ts';
import { readHookGroups } from '../../node/hooks/readHookGroups.ts';
import type { AgentProgram } from '../../node/programNode.ts';
import type { Disposable } from '../disposableStore.ts';
import { DisposableStore } from '../disposableStore.ts';

const { workspace } = vscode;

const visibleMs = 2000;
const hiddenMs = 10_000;

/** The files of hooks, wherever they are. */
const ofHook = /agents[/\\]hooks[/\\]/u;

/** A hook that a row is about, and the place it is shown in. */
export interface HookTarget {
  readonly group: HookGroup;
  readonly shown: ShownHook;
}

/**
 * The hooks that concern this window. It looks again and again, less often while nobody sees them: that also finds hooks
 * in folders that were not there before. Each look keeps the markers right by which relays know that there are hooks.
 */
export class HookWatch implements Disposable {
  /** The agent programs that hooks run for. */
  readonly programs: readonly AgentProgram[];
  readonly #inUse: (folders: readonly string[]) => readonly AgentProgram[];
  readonly #parts = new DisposableStore();
  readonly #changed = this.#parts.add(new vscode.EventEmitter<void>());
  readonly home = beckonHome(process.env);
  #groups: readonly HookGroup[] | undefined;
  #visible = false;
  #looking: Promise<void> | undefined;
  #again = false;
  #timer: NodeJS.Timeout | undefined;
  #tookMs: readonly [number, number] = [0, 0];
  #disposed = false;

  /** Fires after each look at what is shown. */
  readonly onDidLook = this.#changed.event;

  /** `inUse` says which programs agents of some folders are of. */
  constructor(
    programs: readonly AgentProgram[],
    inUse: (folders: readonly string[]) => readonly AgentProgram[],
  ) {
    this.programs = programs;
    this.#inUse = inUse;
    const look = () => void this.look();
    this.#parts.add(workspace.onDidChangeWorkspaceFolders(look));
    this.#parts.add(workspace.onDidGrantWorkspaceTrust(look));
    this.#parts.add(
      workspace.onDidSaveTextDocument(({ fileName }) => {
        if (ofHook.test(fileName)) {
          look();
        }
      }),
    );
  }

  /** What was seen last. */
  get groups(): readonly HookGroup[] {
    return this.#groups ?? [];
  }

  /** What is there; the first time it takes a look. */
  async read(): Promise<readonly HookGroup[]> {
    this.#visible = true;
    if (!this.#groups) {
      await this.look();
    }
    return this.groups;
  }

  /** Says whether somebody sees the hooks. */
  set visible(visible: boolean) {
    this.#visible = visible;
    if (visible) {
      void this.look();
    }
  }

  /** The hook that a row is about. */
  find(id: unknown): HookTarget | undefined {
    return this.#targets().find(({ group, shown }) => hookRowId(group, shown) === id);
  }

  /** The hook in a folder, by the real path of its place and its own name there. */
  findIn(folder: string): HookTarget | undefined {
    return this.#targets().find(({ shown }) => shown.folder === folder);
  }

  /** What hooks can do with the programs in use in some folders of this window. */
  powersIn(folders: readonly string[]): readonly ProgramPowers[] {
    return this.#inUse(folders).map(powersOf);
  }

  #targets(): readonly HookTarget[] {
    return this.groups.flatMap((group) => group.hooks.map((shown) => ({ group, shown })));
  }

  /** Looks now, and on from then; resolves when everything that is there at this moment was seen. */
  async look(): Promise<void> {
    if (this.#looking) {
      // The look that goes on may have passed by what just changed.
      this.#again = true;
      return this.#looking;
    }
    this.#looking = this.#lookOn();
    await this.#looking;
  }

  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#timer);
    this.#parts.dispose();
  }

  async #lookOn(): Promise<void> {
    const begin = performance.now();
    do {
      this.#again = false;
      await this.#lookOnce().catch(() => undefined);
    } while (this.#again && !this.#disposed);
    this.#looking = undefined;
    clearTimeout(this.#timer);
    if (!this.#disposed) {
      this.#tookMs = [this.#tookMs[1], performance.now() - begin];
      this.#timer = setTimeout(
        () => void this.look(),
        lookPause(this.#visible ? visibleMs : hiddenMs, this.#tookMs),
      );
    }
  }

  async #lookOnce(): Promise<void> {
    const { home } = this;
    const { env } = process;
    const folders = hookFolders();
    const groups = await readHookGroups({ home, env }, folders, (some) => this.powersIn(some));
    if (!this.#disposed) {
      this.#groups = groups;
      this.#changed.fire();
    }
    // They depend on what is in the workspaces, of which nothing is read before they are trusted.
    if (workspace.isTrusted && !this.#disposed) {
      await syncMarkers({ home, env, programs: this.programs, workspaces: folders.map(({ path }) => path) });
    }
  }
}

/** The folders of this window whose hooks may be read: none in Restricted Mode. */
export function hookFolders(): readonly HooksFolder[] {
  return workspace.isTrusted
    ? (workspace.workspaceFolders ?? [])
        .filter(({ uri }) => uri.scheme === 'file')
        .map(({ name, uri }) => ({ name, path: uri.fsPath }))
    : [];
}
