import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SettingsFact } from '../../core/settings/healthFacts.ts';
import type { SettingsFile } from './settingsFile.ts';
import { readSettingsFile } from './settingsFile.ts';

/** A settings file, and what can be seen of it. */
export function settingsFact(file: string, found: SettingsFile): SettingsFact {
  switch (found.kind) {
    case 'absent':
      return { file, sight: { kind: 'absent' } };
    case 'text':
      return { file, sight: { kind: 'text', text: found.text } };
    case 'refused':
      return { file, sight: found };
  }
}

/** Each file and those dropped in beside it, which are laid over it in the order of their names: the last one wins. */
export async function managedFacts(files: readonly string[]): Promise<readonly SettingsFact[]> {
  const found = await Promise.all(
    files.map(async (file) => {
      const folder = join(dirname(file), 'managed-settings.d');
      const names = (await readdir(folder).catch(() => [])).filter((name) => /^[^.].*\.json$/u.test(name));
      const dropped = names.toSorted().toReversed();
      return [...dropped.map((name) => join(folder, name)), file];
    }),
  );
  return Promise.all(found.flat().map(async (file) => settingsFact(file, await readSettingsFile(file))));
}
