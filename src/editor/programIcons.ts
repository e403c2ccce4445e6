import * as vscode from 'vscode';

/** An icon in the colours of each kind of theme. */
export type ThemedIcon = Readonly<Record<Look, vscode.Uri>>;

type Look = 'light' | 'dark';

/** The icons of agent programs, which lie in the extension by the id of the program. */
export class ProgramIcons {
  readonly #folder: vscode.Uri;
  readonly #texts = new Map<string, string>();

  constructor(extension: vscode.Uri, programs: readonly { readonly id: string }[]) {
    this.#folder = vscode.Uri.joinPath(extension, 'media', 'programs');
    for (const { id } of programs) {
      void this.#read(id, 'light');
      void this.#read(id, 'dark');
    }
  }

  /** The icon of a program; `undefined` for one that has none. */
  of(program: string): ThemedIcon | undefined {
    const [light, dark] = [this.#at(program, 'light'), this.#at(program, 'dark')];
    return this.#texts.has(dark.path) ? { light, dark } : undefined;
  }

  /** The same as Markdown, in the colours of the theme of now; empty for a program that has none. */
  markdown(program: string): string {
    const { Light, HighContrastLight } = vscode.ColorThemeKind;
    const isLight = [Light, HighContrastLight].includes(vscode.window.activeColorTheme.kind);
    const text = this.#texts.get(this.#at(program, isLight ? 'light' : 'dark').path);
    return text === undefined ? '' : `![](data:image/svg+xml;base64,${Buffer.from(text).toString('base64')})`;
  }

  async #read(program: string, look: Look): Promise<void> {
    const uri = this.#at(program, look);
    try {
      this.#texts.set(uri.path, new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)));
    } catch {
      // It has none.
    }
  }

  #at(program: string, look: Look): vscode.Uri {
    return vscode.Uri.joinPath(this.#folder, `${program}-${look}.svg`);
  }
}
