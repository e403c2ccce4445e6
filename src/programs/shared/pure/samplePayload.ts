import type { TriggerId } from '../../../core/hookfile/triggers.ts';
import type { HookEvent } from '../../../core/hookrun/hookEvent.ts';
import type { Payload } from '../../../core/wire/payload.ts';

const words = 'This is a sample.';
const asked = { permission_mode: 'default' };
const stopped = { ...asked, stop_hook_active: false, last_assistant_message: words };
const subagent = { agent_id: 'sample', agent_type: 'general-purpose' };

/** What a program says at a moment besides where and of which session it is; made up, in its own words. */
const payloads: Readonly<Record<TriggerId, Payload>> = {
  session_start: { source: 'startup', model: 'sample' },
  session_end: { reason: 'other' },
  before_agent: { ...asked, prompt: words },
  after_agent: stopped,
  'post-agent-turn-stop': stopped,
  before_stop: stopped,
  before_tool: asked,
  after_tool: { ...asked, duration_ms: 100 },
  after_tool_failure: { ...asked, error: 'Exit code 1\nsample', is_interrupt: false, duration_ms: 100 },
  subagent_start: subagent,
  subagent_stop: { ...stopped, ...subagent },
  pre_compact: { trigger: 'manual', custom_instructions: null },
  'post-context-compact': { trigger: 'manual', compact_summary: words },
};

/** A payload as a program has it at a moment, about the use of a tool where one is given, with what that gives back. */
export function samplePayloadOf(
  trigger: TriggerId,
  {
    session,
    workDir,
    tool,
  }: { readonly session: string; readonly workDir: string } & Pick<HookEvent, 'tool'>,
  responseOf: (tool: string, input: Payload) => unknown,
): Payload {
  return {
    session_id: session,
    transcript_path: `${workDir}/${session}.jsonl`,
    cwd: workDir,
    ...payloads[trigger],
    ...(tool ? { tool_name: tool.name, tool_input: tool.input, tool_use_id: tool.useId } : {}),
    ...(tool && trigger === 'after_tool' ? { tool_response: responseOf(tool.name, Object(tool.input)) } : {}),
  };
}
