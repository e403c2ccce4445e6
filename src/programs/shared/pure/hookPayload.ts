import * as z from 'zod';

// One wrong field must not cost the whole event, so every field but the two that name it falls back to absent.
const text = z.string().optional().catch(undefined);
const flag = z.boolean().optional().catch(undefined);
const pid = z.number().int().positive().optional().catch(undefined);

// What cannot be read is still a task: to take it for none would show an agent idle that works.
const task = z.looseObject({ id: text, status: text }).catch({});

/**
 * A hook payload in the style of Claude Code, which others have taken over: every field an event may carry, and the ones
 * a relay adds. Unknown fields pass, wrong ones count as missing.
 */
export const hookPayload = z.looseObject({
  session_id: z.string().min(1),
  hook_event_name: z.string().min(1),
  cwd: text,
  permission_mode: text,
  transcript_path: text,
  pid,
  tmux_pane: text,
  entrypoint: text,
  started_as: text,
  tool_name: text,
  tool_input: z.unknown().optional(),
  tool_response: z.unknown().optional(),
  tool_use_id: text,
  permission_suggestions: z.array(z.unknown()).optional().catch(undefined),
  prompt: text,
  submitted_prompt: text,
  stop_hook_active: flag,
  agent_id: text,
  agent_type: text,
  agent_transcript_path: text,
  source: text,
  reason: text,
  model: text,
  to_model: text,
  new_cwd: text,
  trigger: text,
  custom_instructions: text,
  notification_type: text,
  title: text,
  message: text,
  error: text,
  last_assistant_message: text,
  background_tasks: z.array(task).optional().catch(undefined),
});

/** A parsed payload. */
export type HookPayload = z.output<typeof hookPayload>;

/** The questions in the input of a tool that asks some. */
export const askedQuestions = z.object({
  questions: z.array(
    z.object({
      question: z.string(),
      header: z.string().optional(),
      multiSelect: z.boolean().catch(false),
      options: z.array(z.object({ label: z.string(), description: z.string().optional() })).catch([]),
    }),
  ),
});

/** The plan in the input of a tool that shows one. */
export const shownPlan = z.object({ plan: z.string() });
