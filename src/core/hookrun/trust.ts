import * as z from 'zod';
import { readVersioned } from '../text/versionedText.ts';

/** What a person said about one hook, and about which content of its folder. */
export interface HookConsent {
  /** The hash of the folder when the person said so; nothing where it could not be told, which only a no can be for. */
  readonly hash: string;
  readonly allowed: boolean;
  /** The `allow` of its script counts as the person's own. */
  readonly mayApprove: boolean;
}

/** What a person trusts. */
export interface Trust {
  /** The real paths of the workspaces whose hooks may be run, each for itself. */
  readonly workspaces: readonly string[];
  /** By the folder of the hook. */
  readonly consents: Readonly<Record<string, HookConsent>>;
  /** The folders of the hooks that are switched off for now. */
  readonly disabled: readonly string[];
  /** What the person said cannot be read now, so nobody knows what they said no to. */
  readonly isUnknown?: boolean;
}

/** The trust of somebody who was never asked. */
export const noTrust: Trust = { workspaces: [], consents: {}, disabled: [] };

/** The version of the file this Beckon writes; it reads no newer one. */
const version = 1;

const text = z.string();
const consent = z.object({
  hash: text,
  allowed: z.boolean(),
  mayApprove: z.boolean(),
}) satisfies z.ZodType<HookConsent>;
const file = z.object({
  version: z.literal(version),
  workspaces: z.array(text),
  consents: z.record(text, consent),
  disabled: z.array(text),
}) satisfies z.ZodType<Trust>;

/** Trust as the text of a file, to be read by people as well. */
export function trustText({ workspaces, consents, disabled }: Trust): string {
  return `${JSON.stringify({ version, workspaces, consents, disabled }, null, 2)}\n`;
}

/** Reads such a text, or says what keeps it from being read. Half of what a person said is nothing. */
export function parseTrust(source: string): Trust | 'newer' | 'damaged' {
  const read = readVersioned(source, version, file);
  if (typeof read === 'string') {
    return read;
  }
  const { workspaces, consents, disabled } = read.content;
  return { workspaces, consents, disabled };
}

/** What the person said about the hook in a folder. */
export function consentFor({ consents }: Trust, folder: string): HookConsent | undefined {
  return Object.hasOwn(consents, folder) ? consents[folder] : undefined;
}
