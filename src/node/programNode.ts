import type { Agent } from '../core/agent/agent.ts';
import type { KnownAgents } from '../core/agent/agents.ts';
import type { Change } from '../core/agent/change.ts';
import type { Event } from '../core/event/event.ts';
import type { Program } from '../core/program/program.ts';
import type { HookTrust, SwitchedOff } from '../core/settings/healthFacts.ts';
import type { SettingsProgram } from '../core/settings/programSettings.ts';
import type { Scope } from '../core/settings/wanted.ts';

/** The variables a program is looked for by. */
export type Env = Readonly<Record<string, string | undefined>>;

/** What the evidence of a program needs of its surroundings. */
export interface EvidencePorts {
  readonly env: Env;
  readonly tell: (event: Event) => void;
  readonly agents: () => KnownAgents;
  readonly log?: (message: string, facts: Readonly<Record<string, unknown>>) => void;
}

/** A process, and when it began: its id alone may be another's by now. */
export interface KnownProcess {
  readonly pid: number;
  readonly start: string;
}

/** Tells what can be seen of agents without their hooks: files of their program, and processes. */
export interface EvidenceReader {
  /** Begins to look. */
  start(): void;
  /** Has to be called when agents changed. */
  changed(agents: readonly Change[]): void;
  /**
   * The process of a conversation that lives; `undefined` where it is not known. Who has this watches the processes of its
   * program; else they are watched as those of all others.
   */
  processOf?(agent: Agent): KnownProcess | undefined;
  /** Lets go of everything. Nothing is told after this. */
  dispose(): Promise<void>;
}

/** An agent, as far as it tells where to look. */
export interface AtTerminal {
  readonly pid?: number;
  readonly transcript?: string;
}

/** A conversation, and where to look for it: the folder it was begun in, and where the agent said that it writes. */
export interface ConversationSearch {
  readonly env: Env;
  readonly folder: string;
  readonly session: string;
  readonly transcript?: string | undefined;
}

/** A use of a tool in the past, and what came of it: one that was broken off has not ended. */
export interface RecentCall {
  readonly id: string;
  readonly tool: string;
  readonly input: unknown;
  /** When, in milliseconds. */
  readonly at: number;
  readonly ended: boolean;
  readonly failed: boolean;
}

/** Which uses of tools are looked for. */
export interface RecentCallsSearch {
  readonly env: Env;
  /** Where the conversations were started. */
  readonly folders: readonly string[];
  readonly most: number;
  /** Whether to go on; asked after each piece of a file. */
  readonly isWanted: () => boolean;
}

/** A settings file: its scope, the folder agents work in, and the machine around them. */
export interface SettingsAt {
  readonly scope: Scope;
  /** The workspace folder; the user's scope does not depend on it. */
  readonly workspace: string;
  readonly env: NodeJS.ProcessEnv;
}

/** A program that is installed: where it is called, and whether a terminal finds it by its name. */
export interface FoundProgram {
  readonly path: string;
  readonly isOnPath: boolean;
}

/** What can be seen of a program on this machine; it is not run. */
export interface SeenProgram {
  /** Whether it is installed, or runs. */
  readonly isHere: boolean;
  /** Where several versions are found the oldest counts, since every one of them reads the settings. */
  readonly version: string | undefined;
}

/** Whose local settings file a program reads besides a folder's: that at the top of its repository, of its main checkout. */
export type StandIn = 'top' | 'main';

/** Entries that a program may not run yet. */
export interface TrustSearch extends SettingsAt {
  /** The file they are in. */
  readonly file: string;
  /** The folder they serve, and every one above it: whoever trusts one of them trusts it. */
  readonly folders: readonly string[];
}

/** Where the entries of an agent program go, and what decides whether they are run. */
export interface NodeEntries {
  /** The settings file of a scope that the program has. */
  readonly file: (at: SettingsAt) => string;
  /** The folder of the program's own files. */
  readonly configDir: (env: NodeJS.ProcessEnv) => string;
  /** The administrator's settings files. */
  readonly managed: () => readonly string[];
  /** The folders the program knows; `undefined` where it never ran. */
  readonly folders: (env: NodeJS.ProcessEnv) => Promise<readonly string[] | undefined>;
  readonly standIns: readonly StandIn[];
  /** Whether the person told the program to trust the folder, and to run these entries. */
  readonly trusts: (search: TrustSearch) => Promise<HookTrust>;
  /** What switches all hooks off besides settings files with entries, and those of the administrator. */
  readonly switchedOff?: (at: SettingsAt) => Promise<SwitchedOff | undefined>;
  readonly seen: (env: NodeJS.ProcessEnv) => Promise<SeenProgram>;
  /** Where a terminal finds the program, or its installers put it; a shell may still find one elsewhere. */
  readonly find: (env: NodeJS.ProcessEnv) => Promise<FoundProgram | undefined>;
  /** What else decides whether entries are run, of the files that change only then. */
  readonly watched?: (env: NodeJS.ProcessEnv) => readonly string[];
  /** Where its installers put it, also where no PATH says so. */
  readonly usual: (env: NodeJS.ProcessEnv) => readonly string[];
}

/** What it takes a machine to find out about an agent program. */
export interface ProgramNode {
  /** Missing where no entries are written for it. */
  readonly entries?: NodeEntries;
  /** Looks for its agents without hooks. */
  readonly evidence?: (ports: EvidencePorts) => EvidenceReader;
  /** Whether there is a conversation to resume. Without it none is. */
  readonly hasConversation?: (search: ConversationSearch) => Promise<boolean>;
  /** Whether an agent shows a dialog in its terminal, where what is typed would choose something. */
  readonly showsDialog?: (agent: AtTerminal) => Promise<boolean>;
  /**
   * The process on whose terminal a conversation is shown, where its own process has none; `undefined` where several could
   * be meant. It may be a guess: nothing is typed there.
   */
  readonly shownBy?: (shown: {
    readonly session: string;
    readonly folder: string;
  }) => Promise<number | undefined>;
  /** The last uses of tools in some folders, the newest first. Never throws. */
  readonly recentCalls?: (search: RecentCallsSearch) => Promise<readonly RecentCall[]>;
}

/** An agent program with everything Beckon knows of it. */
export interface AgentProgram extends Program {
  readonly node: ProgramNode;
}

/** An agent program into whose settings entries are written, as far as that is concerned. */
export interface EntryProgram extends SettingsProgram {
  readonly panel?: Program['panel'];
  readonly node: { readonly entries: NodeEntries };
}

/** An agent program that can be set up: it is heard by the entries that are written for it. */
export type SetupProgram = AgentProgram & EntryProgram;

/** Whether entries are written into the settings of a program. */
export function takesEntries(program: AgentProgram): program is SetupProgram {
  return program.settings !== undefined && program.node.entries !== undefined;
}
