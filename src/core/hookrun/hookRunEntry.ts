import * as z from 'zod';
import type { TriggerId } from '../hookfile/triggers.ts';
import { triggers } from '../hookfile/triggers.ts';
import type { HookOutcome } from './scriptEnd.ts';

/** One run of a hook as its log keeps it: never what the script was given. */
export interface HookRunEntry {
  /** In milliseconds since the epoch. */
  readonly at: number;
  /** What the hook is called; an older Beckon did not write it. */
  readonly name?: string | undefined;
  readonly trigger: TriggerId;
  /** The id of the conversation. */
  readonly session: string;
  readonly outcome: HookOutcome['outcome'];
  readonly exit?: number | undefined;
  readonly ms: number;
  readonly reason?: string | undefined;
  /** The end of it. */
  readonly stderr?: string | undefined;
  /** The beginning of what it wrote, where that is no verdict: of a background hook, or one that cannot be read. */
  readonly stdout?: string | undefined;
  readonly log?: string | undefined;
  readonly async?: boolean | undefined;
}

/** How many characters of each text are kept. */
const keptCharacters = 2000;

const text = z.string();
const entry = z.object({
  at: z.number(),
  name: text.optional(),
  trigger: z.enum(triggers.map(({ id }) => id)),
  session: text,
  outcome: z.enum(['passed', 'denied', 'asks', 'approves', 'failed', 'timeout']),
  exit: z.number().optional(),
  ms: z.number(),
  reason: text.optional(),
  stderr: text.optional(),
  stdout: text.optional(),
  log: text.optional(),
  async: z.boolean().optional(),
}) satisfies z.ZodType<HookRunEntry>;

/** An entry as one line, with its end. Of the error output the end is kept, of the other texts the beginning. */
export function hookRunLine({ reason, stderr, stdout, log, session, ...rest }: HookRunEntry): string {
  const kept: HookRunEntry = {
    ...rest,
    session: session.slice(0, keptCharacters),
    reason: reason?.slice(0, keptCharacters),
    stderr: stderr?.slice(-keptCharacters),
    stdout: stdout?.slice(0, keptCharacters),
    log: log?.slice(0, keptCharacters),
  };
  return `${JSON.stringify(entry.parse(kept))}\n`;
}

/** Reads one line; `undefined` for what is torn or of another form. */
export function parseHookRun(line: string): HookRunEntry | undefined {
  try {
    return entry.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
