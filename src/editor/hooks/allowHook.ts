import * as vscode from 'vscode';
import { triggerNamed } from '../../core/hookfile/triggers.ts';
import { toastText } from '../../core/text/foreignText.ts';
import { folderName } from '../../core/view/hookRows.ts';
import { folderHash } from '../../node/hooks/folderHash.ts';
import { hookScript } from '../../node/hooks/hookScript.ts';
import { consentTo, enableHook, trustWorkspace } from '../../node/hooks/trust.ts';
import { hookTarget, saveHook } from './hookTarget.ts';
import type { HookTarget, HookWatch } from './hookWatch.ts';

const { l10n, window } = vscode;

/** Asks whether a hook may run as it is now; it runs from then on where the person says so. */
export async function allowHook(watch: HookWatch, target: unknown): Promise<void> {
  const found = await hookTarget(watch, target);
  if (!found) {
    return;
  }
  if (!found.shown.hook) {
    void window.showInformationMessage(l10n.t('"{0}" has errors. Fix its HOOK.md first.', nameOf(found)));
    return;
  }
  if (!(await saveHook(found.shown.folder))) {
    return;
  }
  const { folder, standing, scope } = found.shown;
  const hash = await folderHash(folder);
  const allow = l10n.t('Allow');
  const approve = l10n.t('Allow, Including Auto-Approve');
  const said = await window.showWarningMessage(
    l10n.t('Allow the hook "{0}" to run?', nameOf(found)),
    { modal: true, detail: await detailOf(found) },
    allow,
    approve,
  );
  if (said === undefined) {
    return;
  }
  // The answer is about what was there when it was asked for.
  if ((await folderHash(folder)) !== hash) {
    const text = l10n.t(
      'The hook "{0}" changed in the meantime. Review it, then allow it again.',
      nameOf(found),
    );
    void window.showWarningMessage(text);
    await watch.look();
    return;
  }
  const { home } = watch;
  const { workspace } = found.group;
  const wrong =
    (await consentTo(home, folder, {
      allowed: true,
      mayApprove: said === approve,
      isOwn: scope === 'user',
    })) ??
    (standing === 'disabled' ? await enableHook(home, folder, true) : undefined) ??
    (scope === 'project' && workspace !== undefined
      ? await trustWorkspace(home, workspace, true)
      : undefined);
  await settle(watch, wrong);
}

/** Has a hook not run any more, whatever becomes of it. */
export async function denyHook(watch: HookWatch, target: unknown): Promise<void> {
  const found = await hookTarget(watch, target);
  if (found) {
    await settle(
      watch,
      await consentTo(watch.home, found.shown.folder, { allowed: false, mayApprove: false }),
    );
  }
}

/** What a hook is called in messages. */
export function nameOf({ shown }: HookTarget): string {
  return toastText(shown.hook?.name ?? folderName(shown.folder), 80);
}

async function settle(watch: HookWatch, wrong: string | undefined): Promise<void> {
  if (wrong !== undefined) {
    void window.showErrorMessage(toastText(wrong, 300));
  }
  await watch.look();
}

async function detailOf({ shown: { hook, folder, scope } }: HookTarget): Promise<string> {
  const script = await hookScript(folder);
  const about = hook && triggerNamed(hook.trigger)?.about;
  return [
    toastText(hook?.description ?? '', 300),
    l10n.t('When: {0}', [hook?.trigger, about].filter(Boolean).join(', ')),
    script ? l10n.t('Script: {0}', toastText(script.path, 300)) : l10n.t('It has no script yet.'),
    scope === 'project'
      ? l10n.t(
          'It comes with this workspace and runs with your permissions for every agent here, even while VS Code is closed. If anything in its folder changes, it stops running until you allow it again.',
        )
      : l10n.t('It runs with your permissions for every agent, even while VS Code is closed.'),
    l10n.t('With auto-approve, it can also approve what an agent asks without asking you.'),
  ]
    .filter(Boolean)
    .join('\n\n');
}
