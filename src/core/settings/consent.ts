/** What a person said about the entries in one folder. */
export interface Consent {
  /** The question was shown, whatever came of it; `never`: and is not to be shown again. */
  readonly install?: 'asked' | 'never';
  /** The ids of the programs it was about; without them, of any. */
  readonly programs?: readonly string[];
  /** When the person put it off, in milliseconds since the epoch: then it may come once more. */
  readonly putOffAt?: number;
  /** Losses are not to be told any more. */
  readonly repair?: 'never';
}

const pauseMs = 20 * 60 * 60 * 1000;

/**
 * Whether the question about the entries of a program may be shown: once for each folder, and again on a later day where
 * the person said that they would rather be asked another time. A program that was not there then is asked about once.
 * `program` is missing where none is on the machine.
 */
export function mayAskInstall(
  { install, programs, putOffAt }: Consent,
  program: string | undefined,
  now: number,
): boolean {
  if (install === 'never') {
    return false;
  }
  const isNew = install === undefined || (program !== undefined && programs?.includes(program) === false);
  return isNew || (putOffAt !== undefined && now - putOffAt >= pauseMs);
}

/** Reads what was remembered, by folder; whatever is not understood was never said. */
export function parseConsents(value: unknown): Readonly<Record<string, Consent>> {
  const all = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(all.map(([folder, said]) => [folder, parseConsent(said)]));
}

function parseConsent(value: unknown): Consent {
  const { install, programs, putOffAt, repair } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return {
    ...(install === 'asked' || install === 'never' ? { install } : {}),
    ...(Array.isArray(programs) ? { programs: programs.filter((id) => typeof id === 'string') } : {}),
    ...(typeof putOffAt === 'number' ? { putOffAt } : {}),
    ...(repair === 'never' ? { repair } : {}),
  };
}
