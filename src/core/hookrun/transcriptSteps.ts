/** What one record of a transcript says about steps; a step is one message of the model. */
export interface StepRecord {
  /** In milliseconds since the epoch. */
  readonly at: number;
  /** A person wrote it: a turn begins. */
  readonly begins: boolean;
  /** The id of the message it belongs to, if the model wrote it. */
  readonly message?: string;
  /** What the model said; empty where the record says only that the message is over. */
  readonly text?: string;
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
 * The fields of `before_stop`, from the records of the last turn. A transcript may be written a little late, so the
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
