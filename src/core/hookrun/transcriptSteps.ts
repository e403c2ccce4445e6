import * as z from 'zod';
import { parseClaudeTranscript } from '../event/claudeTranscript.ts';
import { parseClaudeUsage } from '../usage/claudeUsage.ts';

/** What one record of a transcript says about steps; a step is one message of the model. */
export interface StepRecord {
  /** In milliseconds since the epoch. */
  readonly at: number;
  /** A person wrote it: a turn begins. */
  readonly begins: boolean;
  /** The id of the message it belongs to, if the model wrote it. */
  readonly message?: string;
  /** What the model said. */
  readonly text?: string;
}

const typed = z.looseObject({ type: z.enum(['user', 'assistant']) });

/** Reads a line of a transcript of Claude Code; `undefined` for lines that are not part of this conversation. */
export function parseStep(line: string, session: string): StepRecord | undefined {
  const record = recordOf(line);
  const event = record && parseClaudeTranscript(record, session);
  if (!event || event.session !== session) {
    return undefined;
  }
  const message = parseClaudeUsage(record, session)?.message;
  const text = event.facts?.lastMessage;
  return {
    at: event.at,
    begins: record.type === 'user' && event.type === 'workNoticed',
    ...(message ? { message } : {}),
    ...(record.type === 'assistant' && text !== undefined ? { text } : {}),
  };
}

function recordOf(line: string): z.output<typeof typed> | undefined {
  // Most lines are neither, and not worth parsing.
  if (!line.includes('"type":"assistant"') && !line.includes('"type":"user"')) {
    return undefined;
  }
  try {
    return typed.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

/** The fields of `session_end`, from all records of a conversation. */
export function sessionSteps(
  records: readonly StepRecord[],
  now: number,
): Readonly<Record<string, number>> | undefined {
  const [first] = records;
  return (
    first && {
      duration_seconds: Math.max(0, Math.round((now - first.at) / 1000)),
      total_steps: messagesIn(records).size,
    }
  );
}

/**
 * The fields of `before_stop`, from the records of the last turn. Claude Code writes its transcript a little late, so the
 * message that ends the turn may still be missing; then it is counted too.
 */
export function turnSteps(
  records: readonly StepRecord[],
  finalMessage: string | undefined,
): Readonly<Record<string, number>> | undefined {
  const last = records.at(-1);
  if (!last) {
    return undefined;
  }
  const isWritten =
    last.message !== undefined && (finalMessage === undefined || endsAlike(finalMessage, last.text));
  return { step_count: messagesIn(records).size + (isWritten ? 0 : 1) };
}

const comparedLength = 200;

/** A long text is not kept whole, and a message of several texts has a record for each: only the ends can be compared. */
function endsAlike(message: string, text: string | undefined): boolean {
  return text !== undefined && message.trimEnd().endsWith(text.trimEnd().slice(-comparedLength));
}

function messagesIn(records: readonly StepRecord[]): ReadonlySet<string> {
  return new Set(records.flatMap(({ message }) => message ?? []));
}
