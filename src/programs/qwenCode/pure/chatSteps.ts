import type { StepRecord } from '../../../core/hookrun/transcriptSteps.ts';
import { parseObject } from '../../../core/text/jsonObject.ts';
import { parseChatRecord } from './chatRecord.ts';

/** Reads a line of a chat file of Qwen Code; `undefined` for lines that are not part of this conversation. */
export function parseStep(line: string, session: string): StepRecord | undefined {
  // Most lines are neither, and not worth parsing.
  if (!line.includes('"type":"assistant"') && !line.includes('"type":"user"')) {
    return undefined;
  }
  const record = parseChatRecord(parseObject(line));
  if (!record || record.session !== session || record.by === 'other') {
    return undefined;
  }
  const { at, by, id, text } = record;
  return {
    at,
    begins: by === 'person',
    ...(by === 'model' ? { message: id, ...(text ? { text } : {}) } : {}),
  };
}
