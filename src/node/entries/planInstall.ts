import { excludeRefusalMessage } from '../../core/settings/excludeText.ts';
import { wantedEvents } from '../../core/settings/wanted.ts';
import type { Refused } from './changeSettings.ts';
import { entriesEdit } from './entriesEdit.ts';
import { excludeRefusal } from './gitExclude.ts';
import { findRepository, gitSays } from './gitRepository.ts';
import { writeProblem } from './settingsFile.ts';
import type { SettingsPlace } from './settingsPlace.ts';
import { settingsPath } from './settingsPlace.ts';

/** What an install would write, for a person to agree to. */
export interface InstallPlan {
  readonly outcome: 'planned';
  readonly file: string;
  readonly place: SettingsPlace;
  /** The file as it is, `undefined` where there is none, and as it would be. */
  readonly before: string | undefined;
  readonly after: string;
  /** How many entries it would have. */
  readonly entries: number;
  /** What git does with the file: `told` where the install tells git to overlook it. */
  readonly git: 'ignored' | 'tracked' | 'told' | 'refused' | 'unknown';
  /** Why git's exclude file is left alone, where the install would have told git. */
  readonly excludeRefused?: string;
  /** The file behind the link, where it is one. */
  readonly linkedTo?: string;
}

/** Says what an install in a place would write, or why it would not; nothing is written. */
export async function planInstall(place: SettingsPlace): Promise<InstallPlan | Refused> {
  const file = settingsPath(place);
  const edit = await entriesEdit(place);
  if ('code' in edit) {
    return { outcome: 'refused', file, refusal: edit };
  }
  const refusal = edit.edited.undo && (await writeProblem(edit.found));
  if (refusal) {
    return { outcome: 'refused', file, refusal };
  }
  return {
    outcome: 'planned',
    file,
    place,
    before: edit.source,
    after: edit.edited.text,
    entries: wantedEvents(edit.wanted).length,
    ...(await gitOn(place, file)),
    ...(edit.found.isLink ? { linkedTo: edit.found.target } : {}),
  };
}

async function gitOn(
  { scope, workspace, env }: SettingsPlace,
  file: string,
): Promise<Pick<InstallPlan, 'git' | 'excludeRefused'>> {
  const repository = scope === 'local' ? await findRepository(workspace) : undefined;
  if (!repository) {
    return { git: 'unknown' };
  }
  const said = await gitSays(repository, file, env);
  if (said !== 'plain') {
    return { git: said };
  }
  const refusal = await excludeRefusal(repository, file);
  return refusal ? { git: 'refused', excludeRefused: excludeRefusalMessage(refusal) } : { git: 'told' };
}
