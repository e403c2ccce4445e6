import * as vscode from 'vscode';
import { toastText } from '../../core/text/foreignText.ts';
import type { BrokenGuard, Guards } from '../../core/view/hooks/guards.ts';
import { guardChanges } from '../../core/view/hooks/guards.ts';
import { forgetLoss, tellLoss } from '../../node/entries/toldLosses.ts';
import type { Disposable } from '../disposableStore.ts';
import { DisposableStore } from '../disposableStore.ts';
import { allowHook } from './allowHook.ts';
import type { HookWatch } from './hookWatch.ts';

const { l10n, Uri, window } = vscode;

/** Tells the person of hooks that block nothing any more because of a change: once for each, and in one window. */
export class GuardWatch implements Disposable {
  readonly #parts = new DisposableStore();
  readonly #watch: HookWatch;
  #guards: Guards = new Map();
  #broken: readonly BrokenGuard[] = [];

  constructor(watch: HookWatch) {
    this.#watch = watch;
    this.#parts.add(watch.onDidLook(() => void this.#look()));
    // In the window the person looks at; another one tells it when they come to it, if nobody did before.
    this.#parts.add(window.onDidChangeWindowState(({ focused }) => focused && void this.#tellAll()));
  }

  dispose(): void {
    this.#parts.dispose();
  }

  async #look(): Promise<void> {
    const { groups, home } = this.#watch;
    const { guards, broken, mended } = guardChanges(groups, this.#guards);
    this.#guards = guards;
    this.#broken = broken;
    await Promise.all(mended.map((file) => forgetLoss(home, file)));
    await this.#tellAll();
  }

  async #tellAll(): Promise<void> {
    for (const guard of window.state.focused ? this.#broken : []) {
      if (await tellLoss(this.#watch.home, guard.file)) {
        // Not awaited: the others are not to wait for an answer.
        void this.#tell(guard);
      }
    }
  }

  async #tell(guard: BrokenGuard): Promise<void> {
    const [allow, open] = [l10n.t('Allow…'), l10n.t('Open')];
    const buttons = guard.why === 'changed' ? [allow, open] : [open];
    const said = await window.showWarningMessage(textOf(guard), ...buttons);
    const uri = Uri.file(guard.file);
    if (said === allow) {
      await allowHook(this.#watch, uri);
    } else if (said === open) {
      await window.showTextDocument(uri);
    }
  }
}

function textOf({ name: given, why }: BrokenGuard): string {
  const name = toastText(given, 80);
  switch (why) {
    case 'changed':
      return l10n.t('The hook "{0}" has changed. It blocks nothing until you allow it again.', name);
    case 'invalid':
      return l10n.t('The hook "{0}" has an error in its HOOK.md. It blocks nothing until you fix it.', name);
    case 'harmless':
      return l10n.t('The hook "{0}" still runs, but can no longer block anything.', name);
    case 'unknown':
      return l10n.t(
        'Beckon can\'t read what you allowed. The hook "{0}" blocks nothing until that is fixed.',
        name,
      );
    case 'script':
      return l10n.t('The hook "{0}" has no script anymore. It blocks nothing until it has one.', name);
    case 'interpreter':
      return l10n.t(
        'The script of the hook "{0}" can\'t be started. It blocks nothing until you fix it.',
        name,
      );
  }
}
