import * as vscode from 'vscode';
import type { Prompt } from '../core/agent/state.ts';
import { askPreview } from '../core/view/askPreview.ts';
import type { Disposable } from './disposableStore.ts';
import { DisposableStore } from './disposableStore.ts';

const scheme = 'beckon-preview';
/** Makes VS Code take a document for one of our language, in which no link of an agent comes alive. */
const suffix = 'beckon-preview';
const kept = 40;

/** What an agent asks, to read in full: a change as a comparison, anything else as a text. */
export class Previews implements Disposable, vscode.TextDocumentContentProvider {
  readonly #parts = new DisposableStore();
  readonly #texts = new Map<string, string>();
  #count = 0;

  constructor() {
    this.#parts.add(vscode.workspace.registerTextDocumentContentProvider(scheme, this));
  }

  provideTextDocumentContent({ path }: vscode.Uri): string {
    return this.#texts.get(path) ?? vscode.l10n.t('This is not asked any more.');
  }

  /** Opens what there is to read of a prompt, and `besides`; says whether there is anything. */
  async show(prompt: Prompt, besides?: string): Promise<boolean> {
    const preview = askPreview(prompt);
    if (!preview) {
      return false;
    }
    if (preview.kind === 'text') {
      await this.showText(
        preview.name,
        besides === undefined ? preview.text : `${preview.text}\n${besides}\n`,
      );
      return true;
    }
    const options = { preview: true };
    if (besides !== undefined) {
      // A comparison has no place for it. It stays when that is opened in front of it.
      await this.showText(vscode.l10n.t('What the run waits for'), besides, { preview: false });
    }
    const { name, file, change } = preview;
    const before = await readText(file);
    const after = change(before ?? '');
    if (after === undefined) {
      const text = `${JSON.stringify(prompt.input, null, 2)}\n`;
      const document = await vscode.workspace.openTextDocument(this.#keep(`${name}.json`, text));
      await vscode.window.showTextDocument(document, options);
      return true;
    }
    const title =
      before === undefined
        ? vscode.l10n.t('{0} (new file)', name)
        : vscode.l10n.t('{0} (what the agent wants to change)', name);
    await vscode.commands.executeCommand(
      'vscode.diff',
      this.#keep(name, before ?? ''),
      this.#keep(name, after),
      title,
      options,
    );
    return true;
  }

  /** Opens a text to read. */
  async showText(name: string, text: string, { preview } = { preview: true }): Promise<void> {
    const document = await vscode.workspace.openTextDocument(this.#keep(name, text));
    await vscode.window.showTextDocument(document, { preview });
  }

  dispose(): void {
    this.#parts.dispose();
  }

  #keep(name: string, text: string): vscode.Uri {
    this.#count += 1;
    const uri = vscode.Uri.from({ scheme, path: `/${this.#count}/${name}.${suffix}` });
    this.#texts.set(uri.path, text);
    const [oldest] = this.#texts.keys();
    if (this.#texts.size > kept && oldest !== undefined) {
      this.#texts.delete(oldest);
    }
    return uri;
  }
}

async function readText(file: string): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.file(file)));
  } catch {
    return undefined;
  }
}
