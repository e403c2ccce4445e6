import type { NotifyLevels } from '../core/view/notifyKinds.ts';
import { keptSetting, readSetting } from './readSetting.ts';

/** What the person wants to be told; the same object until they change it. */
export function notifyLevels(): NotifyLevels {
  return keptSetting('beckon.notify', () => ({
    permission: readSetting('beckon.notify.permission'),
    question: readSetting('beckon.notify.question'),
    plan: readSetting('beckon.notify.plan'),
    idle: readSetting('beckon.notify.idle'),
    failed: readSetting('beckon.notify.failed'),
    died: readSetting('beckon.notify.died'),
    run: readSetting('beckon.notify.run'),
  }));
}
