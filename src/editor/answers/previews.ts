import * as vscode from 'vscode';
import type { Prompt } from '../../core/agent/state.ts';
import type { Offers } from '../../core/view/ask/offers.ts';
import { askPreview } from '../../core/view/askPreview.ts';
import { contextKeys, previewSuffix } from '../contributions.ts';
import type { Disposable } from '../disposableStore.ts';
import { DisposableStore } from '../disposableStore.ts';
import { AskTabs, closeLeftTabs } from './askTabs.ts';

const scheme = 'beckon-preview';
const kept = 40;

/** Whose ask a document shows: its buttons answer that. */
export interface Reading {
  readonly decision: string;
  /** What an agent is called. */
  readonly name: string;
  /** Who asks what, in a sentence. */
  readonly who: string;
  readonly isQuestion: boolean;
  readonly offers: Offers;
  /** What approving for always would change, in words. */
  readonly rule: string | undefined;
}

/** What there is to know besides what is asked, and how the ask is answered, where it can be. */
export interface ReadOptions {
  readonly besides?: string | undefined;
  readonly reading?: Reading | undefined;
}

interface Side {
  readonly name: string;
  readonly text: string;
}

/** What an agent asks, to read in full: a change as a comparison, anything else as a text. */
export class Previews implements Disposable, vscode.TextDocumentContentProvider {
  /** The documents whose buttons answer. */
  readonly readings = new AskTabs(
    contextKeys.readings,
    contextKeys.deniables,
    contextKeys.questions,
    contextKeys.editables,
    contextKeys.withRule,
  );
  readonly #opens: () => void;
  readonly #parts = new DisposableStore();
  readonly #texts = new Map<string, string>();
  /** What the documents of each reading hold, so that one that is opened twice is shown again. */
  readonly #shown = new Map<string, { readonly sides: string; readonly uris: readonly vscode.Uri[] }>();
  #count = 0;

  /** `opens` is told of each document that is opened. */
  constructor(opens: () => void) {
    this.#opens = opens;
    this.#parts.add(vscode.workspace.registerTextDocumentContentProvider(scheme, this));
    closeLeftTabs(scheme);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? vscode.l10n.t('This request is no longer open.');
  }

  /** Opens what there is to read of a prompt; says whether there is anything. */
  async show(prompt: Prompt, { besides, reading }: ReadOptions = {}): Promise<boolean> {
    const preview = askPreview(prompt);
    if (!preview) {
      return false;
    }
    const asText = async (name: string, text: string, more?: string) => {
      const rule = reading?.rule && `${vscode.l10n.t('Approve Always:')} ${reading.rule}\n`;
      const parts = [reading && `${reading.who}\n`, rule, reading && '\n', text, more && `\n${more}\n`];
      const [uri] = await this.#open([{ name, text: parts.filter(Boolean).join('') }], reading);
      await showDocument(uri, reading ? vscode.l10n.t('What {0} asks', reading.name) : name);
      await this.#closeIfOver([uri], reading);
    };
    if (preview.kind === 'text') {
      await asText(preview.name, preview.text, besides);
      return true;
    }
    if (besides !== undefined) {
      // A comparison has no place for it. It stays when that is opened in front of it.
      await this.showText(vscode.l10n.t('Why the run is waiting'), besides, { preview: false });
    }
    const { name, file, change } = preview;
    const before = await readText(file);
    const after = change(before ?? '');
    if (after === undefined) {
      await asText(`${name}.json`, `${JSON.stringify(prompt.input, null, 2)}\n`);
      return true;
    }
    const sides = await this.#open(
      [
        { name, text: before ?? '' },
        { name, text: after },
      ],
      reading,
    );
    const title = titleOf(name, { isNew: before === undefined, agent: reading?.name });
    await vscode.commands.executeCommand('vscode.diff', ...sides, title, { preview: true });
    await this.#closeIfOver(sides, reading);
    return true;
  }

  /** Opens a text to read. */
  async showText(name: string, text: string, how?: vscode.TextDocumentShowOptions): Promise<void> {
    const [uri] = await this.#open([{ name, text }]);
    await showDocument(uri, name, how);
  }

  /** Takes away what shows an ask that is over. */
  async close(decision: string): Promise<void> {
    for (const uri of this.#shown.get(decision)?.uris ?? []) {
      this.#texts.delete(uri.toString());
    }
    this.#shown.delete(decision);
    await this.readings.close(decision);
  }

  dispose(): void {
    this.#parts.dispose();
  }

  /** A reading that was opened may be over by now. */
  async #closeIfOver(uris: readonly (vscode.Uri | undefined)[], reading?: Reading): Promise<void> {
    const uri = uris.at(-1);
    if (reading && uri) {
      await this.readings.closeIfForgotten(uri);
    }
  }

  /** The addresses of these texts: of a reading that shows them already, its own. */
  async #open(sides: readonly Side[], reading?: Reading): Promise<readonly vscode.Uri[]> {
    this.#opens();
    if (!reading) {
      this.#forgetOldest();
      return sides.map((side) => this.#keep(side));
    }
    const { decision, isQuestion, offers, rule } = reading;
    const text = JSON.stringify(sides);
    const shown = this.#shown.get(decision);
    const uris = shown?.sides === text ? shown.uris : sides.map((side) => this.#keep(side));
    if (uris !== shown?.uris) {
      // The file is another one by now: what was shown of it must not be approved any more.
      await this.close(decision);
      this.#shown.set(decision, { sides: text, uris });
    }
    const { readings, deniables, questions, editables, withRule } = contextKeys;
    const keys = [
      ...(isQuestion && offers.has('answer') ? [questions] : []),
      ...(!isQuestion && offers.has('approve') ? [readings] : []),
      ...(offers.has('deny') ? [deniables] : []),
      ...(offers.has('edit') ? [editables] : []),
      ...(rule !== undefined && sides.length === 1 ? [withRule] : []),
    ];
    for (const uri of uris.slice(-1)) {
      this.readings.add(uri, decision, keys);
    }
    return uris;
  }

  #keep({ name, text }: Side): vscode.Uri {
    this.#count += 1;
    const uri = vscode.Uri.from({ scheme, path: `/${name}${previewSuffix}`, query: String(this.#count) });
    this.#texts.set(uri.toString(), text);
    return uri;
  }

  #forgetOldest(): void {
    const asked = new Set([...this.#shown.values()].flatMap(({ uris }) => uris.map(String)));
    const others = [...this.#texts.keys()].filter((uri) => !asked.has(uri));
    for (const uri of others.slice(0, -kept)) {
      this.#texts.delete(uri);
    }
  }
}

function titleOf(name: string, { isNew, agent }: { isNew: boolean; agent: string | undefined }): string {
  const { t } = vscode.l10n;
  if (agent === undefined) {
    return isNew ? t('{0} (new file)', name) : t('{0} (proposed change)', name);
  }
  return isNew ? t('{0} (new file by {1})', name, agent) : t('{0} (change by {1})', name, agent);
}

/** Opens a document under a name for people: that of its address ends as only VS Code wants it. */
async function showDocument(
  uri: vscode.Uri | undefined,
  name: string,
  how: vscode.TextDocumentShowOptions = { preview: true },
): Promise<void> {
  await vscode.commands.executeCommand('vscode.open', uri, how, name);
}

async function readText(file: string): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.file(file)));
  } catch {
    return undefined;
  }
}
