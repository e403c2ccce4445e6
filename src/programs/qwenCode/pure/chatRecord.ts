import * as z from 'zod';

const part = z.looseObject({ text: z.string().optional().catch(undefined), thought: z.unknown().optional() });

const schema = z.looseObject({
  uuid: z.string(),
  sessionId: z.string(),
  timestamp: z.string(),
  type: z.string(),
  subtype: z.string().optional().catch(undefined),
  provenance: z.string().optional().catch(undefined),
  message: z
    .looseObject({ parts: z.array(part).catch([]) })
    .optional()
    .catch(undefined),
});

/** A record of a chat file of Qwen Code. */
export interface ChatRecord {
  readonly id: string;
  readonly session: string;
  /** In milliseconds. */
  readonly at: number;
  /** Who said it; `other` for what belongs to no conversation. */
  readonly by: 'person' | 'model' | 'other';
  /** What was said, without thoughts. */
  readonly text: string;
}

/** One record of a chat file; `undefined` for what is none. */
export function parseChatRecord(line: unknown): ChatRecord | undefined {
  const { data } = schema.safeParse(line);
  const at = Date.parse(data?.timestamp ?? '');
  if (!data || Number.isNaN(at)) {
    return undefined;
  }
  const { uuid: id, sessionId: session, type, subtype, provenance = 'real_user', message } = data;
  const isPerson = type === 'user' && subtype === undefined && provenance === 'real_user';
  const by = isPerson ? 'person' : type === 'assistant' ? 'model' : 'other';
  const parts = message?.parts.filter(({ thought }) => thought !== true) ?? [];
  return { id, session, at, by, text: parts.map(({ text = '' }) => text).join('') };
}
