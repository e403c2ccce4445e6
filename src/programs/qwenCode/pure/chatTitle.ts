import * as z from 'zod';
import type { Event } from '../../../core/event/event.ts';
import { clip } from '../../../core/text/clip.ts';
import { parseObject } from '../../../core/text/jsonObject.ts';
import { qwenCode } from './names.ts';

const record = z.looseObject({
  uuid: z.string(),
  timestamp: z.string(),
  subtype: z.literal('custom_title'),
  systemPayload: z.looseObject({ customTitle: z.string().min(1) }),
});
const longestTitle = 200;

/** The title that a line of a chat file gives the conversation: the person's, or that of the model for such things. */
export function parseChatTitle(line: string, session: string): Event | undefined {
  const { data } = line.includes('"custom_title"') ? record.safeParse(parseObject(line)) : {};
  const at = Date.parse(data?.timestamp ?? '');
  if (!data || Number.isNaN(at)) {
    return undefined;
  }
  const title = clip(data.systemPayload.customTitle, longestTitle);
  const head = { id: data.uuid, at, program: qwenCode, session, evidence: 'transcript' } as const;
  return { ...head, facts: { title }, type: 'noted' };
}
