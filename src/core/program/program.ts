import type { ProgramAnswers } from '../decision/programAnswers.ts';
import type { DemoCast } from '../demo/demoCast.ts';
import type { ProgramEvents } from '../event/programEvents.ts';
import type { ProgramHooks } from '../hookrun/programHooks.ts';
import type { ProgramLaunch } from '../run/programLaunch.ts';
import type { ProgramPanel, ProgramTyping } from '../run/programTerminal.ts';
import type { ProgramSettings } from '../settings/programSettings.ts';

/**
 * What an agent program declares: everything Beckon knows of it, besides what it takes a machine to find out. Where a
 * program cannot do something the field is absent, and nobody offers it.
 */
export interface Program {
  /** Its name in ids, paths and settings. */
  readonly id: string;
  /** As its makers write it. */
  readonly name: string;
  /** One or two letters that stand for it beside a row; no other program has the same. */
  readonly badge?: string;
  readonly events: ProgramEvents;
  readonly answers?: ProgramAnswers;
  /** Missing where Beckon cannot start it: then it is only heard. */
  readonly launch?: ProgramLaunch;
  /** Missing where no hooks can run at its events. */
  readonly hooks?: ProgramHooks;
  /** Missing where there are no entries to be written: then something else has to bring its events. */
  readonly settings?: ProgramSettings;
  readonly typing?: ProgramTyping;
  readonly panel?: ProgramPanel;
  /** Its agents as a script plays them. */
  readonly demo?: DemoCast;
}

/** Whether the demo can be played as a program. */
export function plays<P extends Program>(program: P): program is P & { readonly demo: DemoCast } {
  return program.demo !== undefined;
}
