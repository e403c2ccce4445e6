import type { Finding, FindingCode } from '../../core/findings/finding.ts';
import { isSlip } from '../../core/yaml/nearestWord.ts';
import { quoted } from '../../core/yaml/shape.ts';
import type { SpanEdit } from '../spanEdit.ts';
import type { Scene } from './scene.ts';

/** A change of a text that may mend what a finding tells of. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly SpanEdit[];
  /** The one that is most likely wanted. */
  readonly isPreferred?: boolean;
  /** Nobody has to think about it: it can be made when a file is saved. Only where it is preferred. */
  readonly isSafe?: boolean;
  /** What it changes is looked at closer then, and may have errors of its own. */
  readonly reveals?: boolean;
  /** Of those with the same word only the first that helps is offered. */
  readonly only?: string;
}

/** The changes that may help, the best first. Whether they do is tried out by whoever asks. */
export type Fixer = (scene: Scene, finding: Finding) => readonly (Fix | undefined)[];

/** The changes for the codes of some findings. */
export type Fixers = Partial<Readonly<Record<FindingCode, Fixer>>>;

/** A change that is most likely wanted; none where there is nothing to change. */
export function preferred(title: string, ...edits: readonly (SpanEdit | undefined)[]): Fix | undefined {
  const made = option(title, ...edits);
  return made && { ...made, isPreferred: true };
}

/** A change that can be made without asking. */
export function safe(title: string, ...edits: readonly (SpanEdit | undefined)[]): Fix | undefined {
  const made = preferred(title, ...edits);
  return made && { ...made, isSafe: true };
}

/** A change that somebody may want. */
export function option(title: string, ...edits: readonly (SpanEdit | undefined)[]): Fix | undefined {
  const made = edits.filter((edit) => edit !== undefined);
  return made.length === edits.length ? { title, edits: made } : undefined;
}

/** A word in the place of one that nobody knows. Only a slip is mended without asking; anything else may be meant. */
export function guess(said: string, meant: string, edit: SpanEdit | undefined): Fix | undefined {
  const title = `Change to ${quoted(meant)}`;
  return isSlip(said, meant) ? safe(title, edit) : option(title, edit);
}
