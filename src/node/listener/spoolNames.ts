/** Whose a claim is: a process, and when it began where the system tells, since ids are given out again. */
export interface Claimant {
  readonly pid: number;
  readonly start?: string | undefined;
}

const claim = String.raw`\.claimed-(\d+)(?:\.(\w+))?-`;
const claimOf = new RegExp(String.raw`^${claim}(\d+-.*)$`, 'su');

/** The names of all files that a relay or a listener makes in the spool: whole, unfinished or claimed. */
export const spoolNames = new RegExp(String.raw`^(?:\.|${claim})?\d+-[\w.-]+$`, 'u');

/** The name that the file of an event, `<ms>-<id>`, has while a listener works on it. */
export function claimName({ pid, start }: Claimant, event: string): string {
  return `.claimed-${pid}${start === undefined ? '' : `.${start}`}-${event}`;
}

/** Reads the name of a claim; `undefined` for the name of anything else. */
export function parseClaimName(
  name: string,
): { readonly claimant: Claimant; readonly event: string } | undefined {
  const [, pid, start, event] = claimOf.exec(name) ?? [];
  return event === undefined ? undefined : { claimant: { pid: Number(pid), start }, event };
}
