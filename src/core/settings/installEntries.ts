import { relaysNamedIn } from './ourEntries.ts';
import { installOwnFile, relaysInFile, removeOwnFile } from './ownFile.ts';
import type { Edited, Undo } from './settingsEdit.ts';
import { insertEntries, takeOutEntries } from './settingsEdit.ts';
import type { Refusal } from './settingsText.ts';
import { parseSettings } from './settingsText.ts';
import type { Wanted } from './wanted.ts';

/**
 * Puts what is wanted into a settings file, `undefined` where there is none. Every byte of somebody else stays. `undo`
 * is what is known of the earlier install.
 */
export function installEntries(source: string | undefined, wanted: Wanted, undo?: Undo): Edited | Refusal {
  switch (wanted.kind) {
    case 'edit':
      return insertEntries(source, wanted, undo);
    case 'ownFile':
      return installOwnFile(source, wanted, undo);
  }
}

/** Takes what is ours out of a settings file again: the text without it, `undefined` where the file is to be deleted. */
export function removeEntries(source: string, wanted: Wanted, undo?: Undo): string | undefined | Refusal {
  switch (wanted.kind) {
    case 'edit':
      return takeOutEntries(source, wanted, undo);
    case 'ownFile':
      return removeOwnFile(source, wanted, undo);
  }
}

/** Everything a settings file runs that may be the same relay of some Beckon home, as it is written there. */
export function relaysRunIn(source: string, wanted: Wanted): readonly string[] {
  switch (wanted.kind) {
    case 'edit': {
      const settings = parseSettings(source, wanted.reader, wanted.readsComments);
      return 'code' in settings ? [] : relaysNamedIn(settings, wanted.relay);
    }
    case 'ownFile':
      return relaysInFile(source, wanted.relay);
  }
}
