import * as vscode from 'vscode';
import type { HookSurroundings } from '../../core/hookrun/surroundings.ts';
import { isWithin } from '../../core/wire/ownerOf.ts';
import { surroundingsOf } from '../../node/hooks/surroundingsOf.ts';
import { unansweredPrograms } from '../../node/relayFiles/answered.ts';
import { runbookSurroundings } from '../../node/run/readRunbook.ts';
import type { BeckonLog } from '../diagnostics/beckonLog.ts';
import type { Disposable } from '../disposableStore.ts';
import { DisposableStore } from '../disposableStore.ts';
import type { HookWatch } from '../hooks/hookWatch.ts';
import { hookFolders } from '../hooks/hookWatch.ts';
import type { WindowContext } from '../windowContext.ts';
import { authoredFiles } from './authoredFiles.ts';
import type { HookCalls } from './hookCalls.ts';
import type { LanguageServer } from './languageServer.ts';
import { SurroundingsWatch } from './surroundingsWatch.ts';

const { l10n, languages, Uri, window, workspace } = vscode;

/** What it needs of the window. */
export interface AuthoringParts {
  readonly context: Pick<WindowContext, 'extensionUri' | 'asAbsolutePath'>;
  readonly hooks: HookWatch;
  readonly calls: HookCalls;
  readonly log: BeckonLog;
}

/**
 * Helps to write hooks and runbooks. Nothing is loaded or started before the first of them is open. The server sees no
 * disk: what is around a hook it asks here.
 */
export class Authoring implements Disposable {
  readonly #made: AuthoringParts;
  readonly #parts = new DisposableStore();
  #watch: SurroundingsWatch | undefined;
  #server: Promise<LanguageServer | undefined> | undefined;
  #disposed = false;

  constructor(made: AuthoringParts) {
    this.#made = made;
    this.#parts.add(workspace.onDidOpenTextDocument((document) => this.#opened(document)));
    this.#parts.add(made.calls.onDidChange((uri) => void this.#changed([uri])));
    for (const document of workspace.textDocuments) {
      this.#opened(document);
    }
  }

  /** Says that something around the hooks may have changed. */
  touch(): void {
    this.#watch?.touch();
  }

  /** Starts the server anew, or for the first time. */
  async restart(): Promise<void> {
    if (this.#server) {
      await (await this.#server)?.restart();
    } else {
      await this.#begin();
    }
  }

  /** Resolves when the server is gone. */
  async dispose(): Promise<void> {
    this.#disposed = true;
    this.#parts.dispose();
    await (await this.#server)?.dispose();
  }

  #opened(document: vscode.TextDocument): void {
    if (languages.match(authoredFiles, document) > 0) {
      void this.#begin();
    }
  }

  async #begin(): Promise<void> {
    if (this.#disposed) {
      return;
    }
    this.#watch ??= this.#parts.add(new SurroundingsWatch(this.#made.hooks, () => void this.#changed()));
    this.#server ??= this.#load();
    await this.#server;
  }

  async #load(): Promise<LanguageServer | undefined> {
    const { context, log } = this.#made;
    try {
      const { startLanguage } = await import('./main.ts');
      return startLanguage({
        server: context.asAbsolutePath('dist/server.cjs'),
        log: log.channel,
        options: {
          docs: Uri.joinPath(context.extensionUri, 'docs', 'problems.md').toString(),
          surroundings: true,
        },
        around: (uri) => this.#around(uri),
      });
    } catch {
      this.#server = undefined;
      void window.showErrorMessage(
        l10n.t("The language server for hooks and runbooks can't be loaded. Reinstall Beckon."),
      );
      return undefined;
    }
  }

  async #changed(uris?: readonly string[]): Promise<void> {
    (await this.#server)?.changed(uris);
  }

  async #around(uri: string): Promise<HookSurroundings | null> {
    const parsed = Uri.parse(uri);
    if (parsed.scheme !== 'file') {
      return null;
    }
    const path = parsed.fsPath;
    const { hooks, calls } = this.#made;
    if (!parsed.path.endsWith('/HOOK.md')) {
      return runbookSurroundings(path, unansweredPrograms(hooks.home, hooks.programs));
    }
    // None in Restricted Mode: then only the folder of the hook itself is looked at, and the person's own.
    const workspaces = hookFolders().map(({ path }) => path);
    const begin = performance.now();
    const known = await surroundingsOf(path, { home: hooks.home, env: process.env, workspaces });
    this.#watch?.took(performance.now() - begin);
    // One of the person's own runs in all of them.
    const own = workspaces.filter((folder) => isWithin(folder, path));
    const around = { ...known, programs: hooks.powersIn(own.length > 0 ? own : workspaces) };
    const counted = calls.of(parsed);
    return counted ? { ...around, calls: counted } : around;
  }
}
