import type { HookScope } from '../hookfile/hookScope.ts';
import type { ScriptFacts } from '../hookfile/scriptFacts.ts';
import type { TriggerId } from '../hookfile/triggers.ts';
import type { ProgramPowers } from './programPowers.ts';
import type { Standing } from './standing.ts';

/** Another hook that is found where this one is used. */
export interface OtherHook {
  readonly name: string;
  readonly trigger: TriggerId;
  readonly priority: number;
  readonly scope: HookScope;
  /** Its HOOK.md, as a URI. */
  readonly uri: string;
}

/** How many of the last uses of tools a hook is for. */
export interface MatchedCalls {
  readonly matched: number;
  readonly looked: number;
}

/**
 * What is around a HOOK.md on disk. Text alone does not tell it, so whoever can see the disk tells the language
 * service. It is data: it goes from process to process as JSON. Of a runbook only the bytes are told, and
 * which programs are not answered from here.
 */
export interface HookSurroundings {
  /** The name of its folder. */
  readonly folder: string;
  /** Its bytes are no UTF-8, so nobody reads it; the text that an editor makes of them does not tell. */
  readonly notUtf8?: true;
  /** The ids of programs that a person has to switch on to be answered from here, and did not; of a runbook. */
  readonly unanswered?: readonly string[];
  /** Whose hook it is; missing where the file is in no place where hooks are found. */
  readonly scope?: HookScope;
  /** Whether it is run; missing as well where the file is in no such place. */
  readonly standing?: Standing;
  /** Missing where it has none. */
  readonly script?: ScriptFacts;
  /** The hooks beside it, of both scopes, without itself. */
  readonly others: readonly OtherHook[];
  /** What hooks can do with the agent programs in use there; missing where nobody knows which those are. */
  readonly programs?: readonly ProgramPowers[];
  /** What a person wanted to know last, for the text as it is now. */
  readonly calls?: MatchedCalls;
}
