import * as vscode from 'vscode';
import { contextKeys, previewSuffix } from '../contributions.ts';
import type { Disposable } from '../disposableStore.ts';
import { DisposableStore } from '../disposableStore.ts';
import { AskTabs, closeLeftTabs, tabsOf } from './askTabs.ts';

const scheme = 'beckon-draft';

interface Titled {
  readonly file: string;
  readonly title: string;
  readonly text: string;
  /** The file whose place it takes, shown beside it where there is one. */
  readonly replaces?: string;
}

interface Draft {
  /** What the agent wrote. */
  readonly text: string;
  saved: Uint8Array;
  changedAt: number;
  /** Whether its ask is over, and it stays until the person closes it. */
  isLeft?: boolean;
}

/**
 * What an agent asks, as a person edits it before they approve it. It lies in memory only, and is saved there as it is
 * typed (the defaults of its languages say so): no file is touched, and nobody is asked about changes when it closes.
 */
export class Drafts implements Disposable, vscode.FileSystemProvider {
  readonly tabs = new AskTabs(contextKeys.drafts);
  readonly #parts = new DisposableStore();
  readonly #changed = this.#parts.add(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
  readonly #drafts = new Map<string, Draft>();
  readonly #opens: () => void;
  #count = 0;

  readonly onDidChangeFile = this.#changed.event;

  /** `opens` is told of each document that is opened. */
  constructor(opens: () => void) {
    this.#opens = opens;
    this.#parts.add(vscode.workspace.registerFileSystemProvider(scheme, this, { isCaseSensitive: true }));
    this.#parts.add(vscode.workspace.onDidCloseTextDocument(() => this.#forgetClosed()));
    closeLeftTabs(scheme);
  }

  /**
   * Opens a text to edit, in the language of a file of that name; one that is being edited for this decision already is
   * shown as it is.
   */
  async open(decision: string, { file, title, text, replaces }: Titled): Promise<void> {
    this.#opens();
    const [known] = this.tabs.of(decision);
    const uri = known ?? this.#begin(file, text);
    this.tabs.add(uri, decision);
    const before = replaces === undefined ? undefined : vscode.Uri.file(replaces);
    if (before && (await exists(before))) {
      await vscode.commands.executeCommand('vscode.diff', before, uri, title, { preview: false });
    } else {
      await vscode.commands.executeCommand('vscode.open', uri, { preview: false }, title);
    }
    if (!this.#drafts.get(uri.toString())?.isLeft) {
      await this.tabs.closeIfForgotten(uri);
    }
  }

  /** What the agent wrote, and what a person has made of it so far. */
  read(decision: string): { readonly text: string; readonly written: string } | undefined {
    const [uri] = this.tabs.of(decision);
    const draft = this.#drafts.get(String(uri));
    const document = documentOf(uri);
    return (
      draft && { text: draft.text, written: document?.getText() ?? new TextDecoder().decode(draft.saved) }
    );
  }

  /** Leaves the open draft of a decision that is over to the person; says whether there is one. */
  leave(decision: string): boolean {
    const [uri = ''] = this.tabs.of(decision).map(String);
    const draft = this.#drafts.get(uri);
    if (!draft || tabsOf(new Set([uri])).length === 0) {
      return false;
    }
    draft.isLeft = true;
    this.tabs.forget(decision);
    return true;
  }

  /** Closes the draft at an address, or the one in front where none is named. */
  async cancel(target: unknown): Promise<void> {
    const decision = this.tabs.decisionOf(target);
    if (decision !== undefined) {
      await this.close(decision);
    }
  }

  /** Closes the draft of a decision, whatever is written there. */
  async close(decision: string): Promise<void> {
    await this.tabs.close(decision, async (uris) => {
      const open = vscode.workspace.textDocuments.filter(({ uri }) => uris.has(uri.toString()));
      // VS Code asks about what was typed this very moment.
      await Promise.all(open.map((document) => document.save()));
    });
    this.#forgetClosed();
  }

  dispose(): void {
    this.#parts.dispose();
  }

  watch(): vscode.Disposable {
    return { dispose: () => undefined };
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const { saved, changedAt } = this.#draft(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime: changedAt, size: saved.length };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return this.#draft(uri).saved;
  }

  writeFile(uri: vscode.Uri, content: Uint8Array): void {
    const draft = this.#draft(uri);
    draft.saved = content;
    draft.changedAt += 1;
  }

  readDirectory(): [] {
    return [];
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  /**
   * Lets go of the drafts that are over, once VS Code has let go of their documents. It saves a document even after its
   * tab was closed, and if that fails, it opens the tab again.
   */
  #forgetClosed(): void {
    const open = new Set(vscode.workspace.textDocuments.map(({ uri }) => uri.toString()));
    const kept = new Set([...this.tabs.decisions].flatMap((decision) => this.tabs.of(decision).map(String)));
    for (const uri of this.#drafts.keys()) {
      if (!open.has(uri) && !kept.has(uri)) {
        this.#drafts.delete(uri);
      }
    }
  }

  #begin(file: string, text: string): vscode.Uri {
    this.#count += 1;
    const uri = vscode.Uri.from({ scheme, path: `/${file}${previewSuffix}`, query: String(this.#count) });
    this.#drafts.set(uri.toString(), { text, saved: new TextEncoder().encode(text), changedAt: 1 });
    return uri;
  }

  #draft(uri: vscode.Uri): Draft {
    const draft = this.#drafts.get(uri.toString());
    if (!draft) {
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    return draft;
  }
}

function exists(uri: vscode.Uri): Promise<boolean> {
  return Promise.resolve(vscode.workspace.fs.stat(uri)).then(
    () => true,
    () => false,
  );
}

function documentOf(uri: vscode.Uri | undefined): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((document) => String(document.uri) === String(uri));
}
