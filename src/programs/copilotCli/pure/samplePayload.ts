import type { TriggerId } from '../../../core/hookfile/triggers.ts';
import type { HookEvent } from '../../../core/hookrun/hookEvent.ts';
import type { Payload } from '../../../core/wire/payload.ts';

const words = 'This is a sample.';
const stopped = { stopReason: 'end_turn', stop_hook_active: false };
const subagent = { agentId: 'sample', agentType: 'task', agentName: 'task' };

/** What Copilot CLI says at a moment besides where and of which session it is; made up, in its own words. */
const payloads: Readonly<Record<TriggerId, Payload>> = {
  session_start: { source: 'new' },
  session_end: { reason: 'user_exit' },
  before_agent: { prompt: words },
  after_agent: stopped,
  'post-agent-turn-stop': stopped,
  before_stop: stopped,
  before_tool: {},
  after_tool: { toolResult: { resultType: 'success', textResultForLlm: 'sample' } },
  after_tool_failure: { error: 'sample' },
  subagent_start: subagent,
  subagent_stop: { ...stopped, ...subagent, response: words },
  pre_compact: { trigger: 'manual', customInstructions: '' },
  'post-context-compact': {},
};

/** A payload as Copilot CLI has it at a moment, about the use of a tool where one is given. */
export function samplePayload(
  trigger: TriggerId,
  {
    session,
    workDir,
    tool,
  }: { readonly session: string; readonly workDir: string } & Pick<HookEvent, 'tool'>,
): Payload {
  return {
    sessionId: session,
    cwd: workDir,
    ...payloads[trigger],
    ...(tool ? { toolName: tool.name, toolArgs: tool.input } : {}),
  };
}
