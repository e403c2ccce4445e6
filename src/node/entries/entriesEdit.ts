import { installEntries } from '../../core/settings/installEntries.ts';
import type { InstallRecord } from '../../core/settings/installRecord.ts';
import type { Edited, Undo } from '../../core/settings/settingsEdit.ts';
import type { Refusal } from '../../core/settings/settingsText.ts';
import type { Wanted } from '../../core/settings/wanted.ts';
import { beckonHome } from '../beckonHome.ts';
import { readRecord } from './installRecords.ts';
import { otherHomesIn } from './otherHomes.ts';
import type { SettingsFile } from './settingsFile.ts';
import type { SettingsPlace } from './settingsPlace.ts';
import { readPlace, wantedAt } from './settingsPlace.ts';

/** What an install in a place would do to its settings file as it is now. */
export interface EntriesEdit {
  readonly found: Exclude<SettingsFile, { readonly kind: 'refused' }>;
  /** The text of the file; `undefined` where there is none. */
  readonly source: string | undefined;
  readonly wanted: Wanted;
  /** Other Beckon homes that have entries in the file. */
  readonly homes: readonly string[];
  readonly record: InstallRecord | undefined;
  /** The version of the program, where it is known. */
  readonly version: string | undefined;
  readonly edited: Edited;
}

/** Works out the edit of an install; nothing is written. */
export async function entriesEdit(place: SettingsPlace): Promise<EntriesEdit | Refusal> {
  const { program, env } = place;
  const found = await readPlace(place);
  if (found.kind === 'refused') {
    return found.refusal;
  }
  const source = found.kind === 'text' ? found.text : undefined;
  const { version } = await program.node.entries.seen(env);
  const all = wantedAt(place, version);
  const { relays: others, homes } = await otherHomesIn(source, all, env);
  const wanted = { ...all, others };
  const record = await readRecord(beckonHome(env), found.target);
  const edited = installEntries(source, wanted, record && undoOf(record));
  return 'code' in edited ? edited : { found, source, wanted, homes, record, version, edited };
}

/** What an undo record says about the text of a file. */
export function undoOf({ original, written, made }: InstallRecord): Undo {
  const text = (bytes: string) => Buffer.from(bytes, 'base64').toString();
  return { original: original === null ? undefined : text(original), written: text(written), made };
}
