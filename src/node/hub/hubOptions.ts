import type { AgentProgram, Env } from '../programNode.ts';
import type { Decided } from './decisions.ts';

/** What a hub is told about itself and its surroundings. */
export interface HubOptions {
  readonly home: string;
  /** The agent programs whose agents are heard. */
  readonly programs: readonly AgentProgram[];
  /** By which their folders are found. */
  readonly env: Env;
  readonly version: string;
  readonly role: 'window' | 'serve';
  readonly folders: readonly string[];
  /** How long a request is held whose own prompt is not shown meanwhile. */
  readonly hiddenWaitMs: () => number;
  /** Whether requests may be answered here at all; `setAsks` of the hub changes it. */
  readonly asks: boolean;
  /** Whether a person could be asked here at this moment; a window whose page is gone cannot. */
  readonly canAsk: () => Promise<boolean>;
  /** Shows the terminal whose shell is one of these, nearest first; says whether there is one. */
  readonly reveal?: (pids: readonly number[]) => Promise<boolean>;
  /** Shows a row of the tree, for a link that another window was given; says whether this window tells of it. */
  readonly showRow?: (row: string) => Promise<boolean>;
  /** Called when a request is held here: from then on it can be answered. */
  readonly held?: () => void;
  /** Does what a person chose for a run that is supervised here. */
  readonly chooseRun?: (wanted: Readonly<Record<string, unknown>>) => Decided;
  /** Whether a session of demo agents belongs to the show that is on here. */
  readonly ownsShow: (session: string) => boolean;
  /** Fixed phrases only: nothing that an agent or a person wrote. */
  readonly log: (phrase: string) => void;
}
