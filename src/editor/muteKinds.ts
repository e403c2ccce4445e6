import * as vscode from 'vscode';
import { kindWords, mutedKinds } from '../core/view/notify/muted.ts';
import type { NotifyKind, NotifyLevels } from '../core/view/notifyKinds.ts';
import { settingDefaults } from './contributions.ts';
import { notifyLevels } from './notifyLevels.ts';

/** The kinds whose notifications the person switched off. */
export function mutedNow(levels: NotifyLevels = notifyLevels()): readonly NotifyKind[] {
  return mutedKinds(levels, {
    permission: settingDefaults['beckon.notify.permission'],
    question: settingDefaults['beckon.notify.question'],
    plan: settingDefaults['beckon.notify.plan'],
    failed: settingDefaults['beckon.notify.failed'],
    died: settingDefaults['beckon.notify.died'],
    run: settingDefaults['beckon.notify.run'],
    idle: settingDefaults['beckon.notify.idle'],
  });
}

/** Lets the person choose which kinds are muted: those that are ticked. Their rows and counts stay. */
export async function muteKinds(): Promise<void> {
  const { t } = vscode.l10n;
  const muted = mutedNow();
  const kinds: readonly NotifyKind[] = ['permission', 'question', 'plan', 'failed', 'died', 'run'];
  const items = kinds.map((kind) => ({
    label: t(
      '{0} notifications',
      kindWords[kind].replace(/^./u, (first) => first.toUpperCase()),
    ),
    picked: muted.includes(kind),
    of: kind,
  }));
  const ticked = await vscode.window.showQuickPick(items, {
    canPickMany: true,
    title: t('Mute Notifications'),
    placeHolder: t('Selected kinds are muted. The tree and status bar still update.'),
  });
  if (!ticked) {
    return;
  }
  const settings = vscode.workspace.getConfiguration();
  for (const kind of kinds) {
    const isTicked = ticked.some((item) => item.of === kind);
    if (isTicked !== muted.includes(kind)) {
      const level = isTicked ? 'badge' : undefined;
      await settings.update(`beckon.notify.${kind}`, level, vscode.ConfigurationTarget.Global);
    }
  }
}
