import * as z from 'zod';
import { parseClaudeTranscript } from '../event/claudeTranscript.ts';
import { parseClaudeUsage } from '../usage/claudeUsage.ts';

/** What a transcript tells of the steps of a conversation; a step is one message of the model. */
export interface TranscriptSteps {
  /** When its first record was written, in milliseconds since the epoch. */
  readonly startedAt: number;
  readonly total: number;
  /** Those since a person last wrote something. */
  readonly inTurn: number;
  /** The model spoke last. */
  readonly isAnswered: boolean;
}

const typed = z.looseObject({ type: z.enum(['user', 'assistant']) });

/** Counts the steps in a transcript of Claude Code; `undefined` where it has none of its records. */
export function transcriptSteps(text: string, session: string): TranscriptSteps | undefined {
  const ids = new Set<string>();
  let [before, isAnswered] = [0, false];
  let startedAt: number | undefined;
  for (const line of text.split('\n')) {
    const record = recordOf(line);
    const event = record && parseClaudeTranscript(record, session);
    if (!event || event.session !== session) {
      continue;
    }
    startedAt ??= event.at;
    const message = parseClaudeUsage(record, session)?.message;
    if (message) {
      ids.add(message);
    }
    isAnswered = record.type === 'assistant';
    if (record.type === 'user' && event.type === 'workNoticed') {
      before = ids.size;
    }
  }
  return startedAt === undefined
    ? undefined
    : { startedAt, total: ids.size, inTurn: ids.size - before, isAnswered };
}

function recordOf(line: string): z.output<typeof typed> | undefined {
  // Most of a transcript is neither: those lines are not worth parsing.
  if (!line.includes('"type":"assistant"') && !line.includes('"type":"user"')) {
    return undefined;
  }
  try {
    return typed.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

/** The fields of the format that a transcript tells at the end of a session or of a turn. */
export function stepFields(
  trigger: string,
  steps: TranscriptSteps,
  now: number,
): Readonly<Record<string, number>> {
  switch (trigger) {
    case 'session_end':
      return {
        duration_seconds: Math.max(0, Math.round((now - steps.startedAt) / 1000)),
        total_steps: steps.total,
      };
    case 'before_stop':
      // A turn ends with a message of the model, which may not be written yet.
      return { step_count: steps.inTurn + (steps.isAnswered ? 0 : 1) };
    default:
      return {};
  }
}
