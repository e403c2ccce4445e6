import * as z from 'zod';
import type { StepRecord } from '../../../core/hookrun/transcriptSteps.ts';
import { parseClaudeTranscript } from './transcript.ts';
import { parseClaudeUsage } from './usage.ts';

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
