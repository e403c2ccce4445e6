import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { HookEvent } from '../../core/hookrun/hookEvent.ts';
import type { ProgramSteps } from '../../core/hookrun/programHooks.ts';
import { type StepRecord, sessionSteps, turnSteps } from '../../core/hookrun/transcriptSteps.ts';
import type { JsonObject } from '../../core/text/jsonObject.ts';
import { linesFromEnd } from '../evidence/linesFromEnd.ts';

/** The agent waits, so a longer transcript is not read. */
const mostBytes = 32 * 1024 * 1024;

/** The same event with how many steps its transcript tells of; as it is where that cannot be read. Never throws. */
export async function withSteps(
  event: HookEvent,
  payload: JsonObject,
  { now, steps }: { readonly now: number; readonly steps: ProgramSteps | undefined },
): Promise<HookEvent> {
  const { transcript, finalMessage: said } = steps?.told(payload) ?? {};
  if (typeof transcript !== 'string' || !steps) {
    return event;
  }
  const finalMessage = typeof said === 'string' ? said : undefined;
  const from = { transcript, finalMessage, now, parse: steps.parse };
  const fields = await stepFields(event, from).catch(() => undefined);
  return fields ? { ...event, fields: { ...fields, ...event.fields } } : event;
}

async function stepFields(
  { trigger, sessionId }: HookEvent,
  from: {
    readonly transcript: string;
    readonly finalMessage: string | undefined;
    readonly now: number;
    readonly parse: ProgramSteps['parse'];
  },
): Promise<Readonly<Record<string, number>> | undefined> {
  switch (trigger) {
    case 'session_end': {
      const records = await recordsFromEnd(from, sessionId, () => false);
      return records && sessionSteps(records, from.now);
    }
    case 'before_stop': {
      const records = await recordsFromEnd(from, sessionId, ({ begins }) => begins);
      return records && turnSteps(records, from.finalMessage);
    }
    case 'session_start':
    case 'before_agent':
    case 'after_agent':
    case 'post-agent-turn-stop':
    case 'before_tool':
    case 'after_tool':
    case 'after_tool_failure':
    case 'subagent_start':
    case 'subagent_stop':
    case 'pre_compact':
    case 'post-context-compact':
      return undefined;
  }
}

/** The records of a conversation, oldest first, back to one that is the first; `undefined` where that is too far back. */
async function recordsFromEnd(
  { transcript, parse }: { readonly transcript: string; readonly parse: ProgramSteps['parse'] },
  session: string,
  isFirst: (record: StepRecord) => boolean,
): Promise<readonly StepRecord[] | undefined> {
  // A pipe of that name would otherwise never open.
  const file = await open(transcript, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    return await readBack(file, (line) => parse(line, session), isFirst);
  } finally {
    await file.close();
  }
}

async function readBack(
  file: FileHandle,
  parse: (line: string) => StepRecord | undefined,
  isFirst: (record: StepRecord) => boolean,
): Promise<readonly StepRecord[] | undefined> {
  const stats = await file.stat();
  if (!stats.isFile()) {
    return undefined;
  }
  const records: StepRecord[] = [];
  let left = mostBytes;
  for await (const line of linesFromEnd(file, stats.size, mostBytes, (bytes) => {
    left -= bytes;
  })) {
    const record = parse(line.toString('utf8'));
    if (record) {
      records.push(record);
    }
    if (record && isFirst(record)) {
      break;
    }
    if (left < 0) {
      return undefined;
    }
  }
  return records.reverse();
}
