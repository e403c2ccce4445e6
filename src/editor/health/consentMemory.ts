import type * as vscode from 'vscode';
import type { Consent } from '../../core/settings/consent.ts';
import { parseConsents } from '../../core/settings/consent.ts';
import type { FolderHealth } from '../../core/view/healthWords.ts';
import { byFolder, lacksProgram } from '../../core/view/healthWords.ts';

const key = 'beckon.consents';
/** No folder has this name. */
const workspace = '';

/** What the person said about entries, for each folder of this workspace. It outlives the window. */
export class ConsentMemory {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  /** What was said about a folder, or about the whole workspace. */
  of(folder: string): Consent {
    const all = parseConsents(this.#state.get(key));
    return { ...all[folder], ...(all[workspace]?.install === 'never' ? { install: 'never' } : {}) };
  }

  /** The person wants not to be asked about any folder of this workspace, nor of one that comes to it. */
  async never(): Promise<void> {
    await this.add([workspace], { install: 'never' });
  }

  /** Adds to what was said about folders. */
  async add(folders: readonly string[], said: Consent): Promise<void> {
    const all = parseConsents(this.#state.get(key));
    const changed = folders.map((folder) => [folder, { ...all[folder], ...said }] as const);
    await this.#state.update(key, { ...all, ...Object.fromEntries(changed) });
  }

  /** Forgets everything that was said about folders, except that they were asked about, and for which programs. */
  async restart(about: readonly FolderHealth[]): Promise<void> {
    const all = parseConsents(this.#state.get(key));
    const asked = byFolder(about).map((each) => {
      const folder = each[0]?.folder ?? '';
      // One that comes to the machine later was not asked about.
      const programs = each.filter((one) => !lacksProgram(one)).map(({ program }) => program.id);
      const before = all[folder]?.programs ?? [];
      return [
        folder,
        { install: 'asked', programs: [...new Set([...before, ...programs])] } satisfies Consent,
      ] as const;
    });
    await this.#state.update(key, { ...all, ...Object.fromEntries(asked) });
  }
}
