import * as vscode from 'vscode';
import type { NotificationEffect } from '../core/view/notifications.ts';

type ShowBatch = NotificationEffect & { type: 'showBatch' };

/** What a message about several tells of. */
export type BatchTold = ShowBatch['told'];

/** Who they are: those that need a person, or those that are done. */
export type Batch = ShowBatch['kind'];

/** How many there are, in words. */
export function batchText(kind: Batch, told: BatchTold): string {
  const agents = new Set(told.map(({ agent }) => agent)).size;
  const { t } = vscode.l10n;
  if (kind === 'done') {
    return agents === 1 ? t('1 agent is done') : t('{0} agents are done', agents);
  }
  if (agents > 1) {
    return t('{0} agents need you', agents);
  }
  return told.length === 1 ? t('1 agent needs you') : t('1 agent needs you, for {0} things', told.length);
}
