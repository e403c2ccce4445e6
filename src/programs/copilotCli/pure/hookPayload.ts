import * as z from 'zod';

// One wrong field must not cost the whole event, so every field but the one that names it falls back to absent.
const text = z.string().optional().catch(undefined);

/**
 * A hook payload of Copilot CLI, as it is for events that are written `likeThis`: every field an event may carry.
 * Unknown fields pass, wrong ones count as missing.
 */
export const copilotPayload = z.looseObject({
  sessionId: z.string().min(1),
  timestamp: z.number().optional().catch(undefined),
  cwd: text,
  agentId: text,
  agentType: text,
  agentName: text,
  parentAgentId: text,
  transcriptPath: text,
  source: text,
  initialPrompt: text,
  reason: text,
  prompt: text,
  toolName: text,
  toolArgs: z.unknown().optional(),
  toolInput: z.unknown().optional(),
  trigger: text,
  notification_type: text,
  message: text,
  response: text,
  recoverable: z.boolean().optional().catch(undefined),
  error: z
    .union([z.string(), z.looseObject({ message: z.string() }).transform(({ message }) => message)])
    .optional()
    .catch(undefined),
});

/** A parsed payload. */
export type CopilotPayload = z.output<typeof copilotPayload>;

/** Whose event it is: a subagent has a session of its own in some events, and that of its conversation in others. */
export function familyOf({
  sessionId,
  agentId,
  parentAgentId,
}: Pick<CopilotPayload, 'sessionId' | 'agentId' | 'parentAgentId'>): {
  readonly session: string;
  readonly child?: string;
} {
  return agentId === undefined
    ? { session: sessionId }
    : { session: sessionId === agentId ? (parentAgentId ?? sessionId) : sessionId, child: agentId };
}
