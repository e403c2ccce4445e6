import * as vscode from 'vscode';
import { findFrontmatter } from '../../core/hookfile/frontmatter.ts';
import { maxFrontmatterLength, parseHook } from '../../core/hookfile/parseHook.ts';
import { triggerNamed } from '../../core/hookfile/triggers.ts';
import type { MatchedCalls } from '../../core/hookrun/surroundings.ts';
import { countCalls } from '../../node/hooks/countCalls.ts';
import { recentCalls } from '../../node/hooks/recentCalls.ts';
import type { AgentProgram } from '../../node/programNode.ts';
import type { Disposable } from '../disposableStore.ts';
import { DisposableStore } from '../disposableStore.ts';
import { hookUri } from '../hooks/hookTarget.ts';
import { folders } from '../windowHub.ts';

const { l10n, ProgressLocation, window, workspace } = vscode;

const most = 500;
/** Longer than anybody waits; what was found until then counts. */
const readMs = 10_000;
const matchMs = 5000;

interface Counted {
  readonly matter: string;
  readonly calls: MatchedCalls;
  /** Whether the text was still that when it was told last. */
  isTold: boolean;
}

/**
 * How many of the last tool calls of this workspace a hook would have been run for. That is read when a person asks for
 * it, and holds for as long as the front matter stays what it was then.
 */
export class HookCalls implements Disposable {
  readonly #programs: readonly AgentProgram[];
  readonly #parts = new DisposableStore();
  readonly #changed = this.#parts.add(new vscode.EventEmitter<string>());
  readonly #counted = new Map<string, Counted>();

  /** Fires with the address of a HOOK.md for which something else is known now. */
  readonly onDidChange = this.#changed.event;

  constructor(programs: readonly AgentProgram[]) {
    this.#programs = programs;
    this.#parts.add(workspace.onDidChangeTextDocument(({ document }) => this.#compare(document)));
    this.#parts.add(workspace.onDidCloseTextDocument(({ uri }) => this.#counted.delete(uri.toString())));
  }

  /** What is known for a HOOK.md as its text is now. */
  of(uri: vscode.Uri): MatchedCalls | undefined {
    const key = uri.toString();
    const counted = this.#counted.get(key);
    const document = workspace.textDocuments.find((one) => one.uri.toString() === key);
    return counted && document && matterOf(document) === counted.matter ? counted.calls : undefined;
  }

  /** Counts for a HOOK.md, or for the one in the active editor; says why where it cannot. */
  async count(target: unknown): Promise<void> {
    const uri = hookUri(target);
    const document = uri && (await workspace.openTextDocument(uri).then(undefined, () => undefined));
    if (!document) {
      say(l10n.t('Open a HOOK.md file first.'));
      return;
    }
    const matter = matterOf(document);
    const { hook } = parseHook(document.getText());
    if (!hook) {
      say(l10n.t('Fix the problems in this hook first.'));
      return;
    }
    if (!triggerNamed(hook.trigger)?.isTool) {
      say(l10n.t("This hook isn't about tools. It runs on every {0}.", hook.trigger));
      return;
    }
    const title = l10n.t('Reading recent tool calls in this workspace…');
    const calls = await window.withProgress(
      { location: ProgressLocation.Notification, title, cancellable: true },
      async (_, token) => {
        const isWanted = within(readMs, token);
        const last = await recentCalls(this.#programs, {
          env: process.env,
          folders: folders(),
          most,
          isWanted,
        });
        const counted = await countCalls(hook, last, within(matchMs, token));
        return token.isCancellationRequested ? undefined : counted;
      },
    );
    if (!calls) {
      return;
    }
    if (calls.looked === 0) {
      say(l10n.t('There are no recent tool calls in this workspace.'));
      return;
    }
    this.#counted.set(document.uri.toString(), { matter, calls, isTold: true });
    this.#changed.fire(document.uri.toString());
    if (target === undefined) {
      const { matched, looked } = calls;
      say(l10n.t('The hook would have run for {0} of the last {1} tool calls.', matched, looked));
    }
  }

  dispose(): void {
    this.#parts.dispose();
  }

  #compare(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    const counted = this.#counted.get(key);
    const holds = counted && matterOf(document) === counted.matter;
    if (counted && holds !== counted.isTold) {
      counted.isTold = holds === true;
      this.#changed.fire(key);
    }
  }
}

/** Says no once the time is over, or the person wants no more. */
function within(ms: number, token: vscode.CancellationToken): () => boolean {
  const end = performance.now() + ms;
  return () => performance.now() < end && !token.isCancellationRequested;
}

/** The front matter of a text, or as much of it as there can be. */
function matterOf(document: vscode.TextDocument): string {
  const text = document.getText().slice(0, maxFrontmatterLength);
  const matter = findFrontmatter(text);
  return typeof matter === 'string' ? text : matter.yaml;
}

function say(sentence: string): void {
  void window.showInformationMessage(sentence);
}
