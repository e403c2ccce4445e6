import * as vscode from 'vscode';
import { lookPause } from '../../core/view/lookPause.ts';
import { userHooksFolder } from '../../node/hooks/hookPlaces.ts';
import type { Disposable } from '../disposableStore.ts';
import { DisposableStore } from '../disposableStore.ts';
import type { HookWatch } from '../hooks/hookWatch.ts';
import { authoredFiles } from './authoredFiles.ts';

const { languages, RelativePattern, Uri, window, workspace } = vscode;

/** What happens together is told of once. */
const hushMs = 150;
/** How long what no watcher tells of may stay unseen. */
const lookMs = 2000;

/**
 * Tells when what is around hooks may have changed: a file in a place of hooks, also one that is made later, or what
 * the person trusts. While one is open it also looks by itself: watchers miss what is made with its folders at once, and
 * hooks that lie elsewhere.
 */
export class SurroundingsWatch implements Disposable {
  readonly #parts = new DisposableStore();
  readonly #home: string;
  readonly #changed: () => void;
  #watchers = new DisposableStore();
  #seen: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #nextLook: NodeJS.Timeout | undefined;
  #tookMs: readonly [number, number] = [0, 0];

  constructor(hooks: HookWatch, changed: () => void) {
    this.#home = hooks.home;
    this.#changed = changed;
    this.#watch();
    this.#lookOn();
    this.#parts.add(workspace.onDidChangeWorkspaceFolders(() => this.#watch()));
    this.#parts.add(workspace.onDidGrantWorkspaceTrust(() => this.touch()));
    this.#parts.add(hooks.onDidLook(() => this.#compare(hooks)));
    // Some systems tell no watcher that a file may be run now; whoever did that comes back to the hook.
    this.#parts.add(window.onDidChangeActiveTextEditor(() => this.touch()));
    this.#parts.add(window.onDidChangeWindowState(({ focused }) => focused && this.touch()));
  }

  /** Tells it soon, with whatever else happens until then. */
  touch(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#changed(), hushMs);
  }

  /** Says how long a look at what is around one file took. */
  took(ms: number): void {
    this.#tookMs = [this.#tookMs[1], ms];
  }

  dispose(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#nextLook);
    this.#watchers.dispose();
    this.#parts.dispose();
  }

  #lookOn(): void {
    const [before, last] = this.#tookMs;
    const files = openFiles();
    this.#nextLook = setTimeout(
      () => {
        if (openFiles() > 0) {
          this.#changed();
        }
        this.#lookOn();
      },
      lookPause(lookMs, [before * files, last * files]),
    );
  }

  #watch(): void {
    this.#watchers.dispose();
    this.#watchers = new DisposableStore();
    const folders = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
    const patterns = [
      ...folders.map((folder) => new RelativePattern(folder, '.agents/hooks/**')),
      ...ownFolder().map((path) => new RelativePattern(Uri.file(path), '**')),
      new RelativePattern(Uri.file(this.#home), 'trust.json'),
    ];
    for (const pattern of patterns) {
      const watcher = this.#watchers.add(workspace.createFileSystemWatcher(pattern));
      const touch = () => this.touch();
      this.#watchers.add(watcher.onDidCreate(touch));
      this.#watchers.add(watcher.onDidChange(touch));
      this.#watchers.add(watcher.onDidDelete(touch));
    }
    this.touch();
  }

  /** Looks find what watchers miss. Most of them find what was there before. */
  #compare({ groups }: HookWatch): void {
    const seen = JSON.stringify(
      groups.map(({ hooks }) =>
        hooks.map(({ folder, standing, hook, problems }) => [folder, standing, hook, problems.length]),
      ),
    );
    if (this.#seen !== undefined && this.#seen !== seen) {
      this.touch();
    }
    this.#seen = seen;
  }
}

/** How many files are open that are looked around. */
function openFiles(): number {
  return workspace.textDocuments.filter((document) => languages.match(authoredFiles, document) > 0).length;
}

/** The place of the person's own hooks; none where the person has no home. */
function ownFolder(): readonly string[] {
  try {
    return [userHooksFolder(process.env)];
  } catch {
    return [];
  }
}
