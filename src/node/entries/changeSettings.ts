import type { Refusal } from '../../core/settings/settingsText.ts';
import { lockHome } from '../homeLock.ts';
import { reasonOf } from './settingsFile.ts';

/** A file that was left as it is. */
export interface Refused {
  readonly outcome: 'refused';
  readonly file: string;
  readonly refusal: Refusal;
}

/** How one change of a settings file is made. */
export interface SettingsChange<Result> {
  readonly file: string;
  readonly home: string;
  /** How long to wait for others; the lock's own patience where nothing is said. */
  readonly lockMs?: number | undefined;
  /** One try: `again` where somebody else wrote the file meanwhile. */
  readonly attempt: () => Promise<Result | Refused | 'again'>;
}

const attempts = 5;

/**
 * Changes a settings file with its undo record and git's exclude file, one process of a Beckon home at a time. Other
 * programs know nothing of our lock: where one writes the file meanwhile, it is tried again.
 */
export async function changeSettings<Result>(change: SettingsChange<Result>): Promise<Result | Refused> {
  const { file, home, lockMs, attempt } = change;
  const refused = (refusal: Refusal): Refused => ({ outcome: 'refused', file, refusal });
  const lock = await lockHome(home, 'changing settings', lockMs).catch(
    (error: unknown): Refusal => ({
      code: 'no-home',
      message: `is left alone: ${home} cannot be written (${reasonOf(error)})`,
    }),
  );
  if ('code' in lock) {
    return refused(lock);
  }
  try {
    for (let count = 0; count < attempts; count++) {
      const result = await attempt();
      if (result !== 'again') {
        return result;
      }
    }
    return refused({ code: 'changing', message: 'keeps changing while it is edited' });
  } catch (error) {
    return refused({ code: 'unwritable', message: `cannot be written (${reasonOf(error)})` });
  } finally {
    await lock.release();
  }
}
