import type { TriggerId } from '../../../core/hookfile/triggers.ts';
import type { HookEvent } from '../../../core/hookrun/hookEvent.ts';
import { noSession } from '../../../core/hookrun/hookEvent.ts';
import type { ProgramHooks } from '../../../core/hookrun/programHooks.ts';
import { spacedJson } from '../../../core/hookrun/spacedJson.ts';
import type { HookVerdict } from '../../../core/hookrun/verdict.ts';
import type { Payload } from '../../../core/wire/payload.ts';
import { known, shortened } from '../../shared/pure/hookReplies.ts';
import { copilotCli } from './names.ts';
import { samplePayload } from './samplePayload.ts';
import { parseStep } from './transcriptSteps.ts';

/** Which hooks run at an event of Copilot CLI, one kind after the other. It says nothing after it compacted. */
const triggers: Readonly<Record<string, readonly TriggerId[]>> = {
  sessionStart: ['session_start'],
  sessionEnd: ['session_end'],
  userPromptSubmitted: ['before_agent'],
  agentStop: ['before_stop', 'after_agent', 'post-agent-turn-stop'],
  preToolUse: ['before_tool'],
  postToolUse: ['after_tool'],
  postToolUseFailure: ['after_tool_failure'],
  subagentStart: ['subagent_start'],
  subagentStop: ['subagent_stop'],
  preCompact: ['pre_compact'],
};

/** Subagents have turns too, of which hooks hear as subagents. */
const ofConversations: ReadonlySet<string> = new Set(['userPromptSubmitted', 'agentStop']);

/** A payload of Copilot CLI in the words of the format. A guard holds, whatever the payload leaves out. */
function toEvent(payload: Payload, trigger: TriggerId, timestamp: string): HookEvent {
  const { sessionId, cwd, toolName, toolArgs } = payload;
  return {
    trigger,
    timestamp,
    sessionId: typeof sessionId === 'string' && sessionId !== '' ? sessionId : noSession,
    workDir: typeof cwd === 'string' ? cwd : '',
    ...(typeof toolName === 'string' ? { tool: { name: toolName, input: toolArgs ?? {} } } : {}),
    fields: { ...known(fieldsOf(payload, trigger)), context: contextOf(payload) },
  };
}

function fieldsOf(payload: Payload, trigger: TriggerId): Payload {
  switch (trigger) {
    case 'session_end':
      return { exit_reason: payload.reason };
    case 'before_agent':
      return { user_input: payload.prompt };
    case 'before_stop':
      return { stop_reason: 'no_tool_calls', final_message: null };
    case 'after_tool':
      return { tool_output: payload.toolResult };
    case 'after_tool_failure':
      return { error: payload.error };
    case 'subagent_start':
      return { subagent_name: payload.agentId, subagent_type: payload.agentType };
    case 'subagent_stop':
      return {
        subagent_name: payload.agentId,
        subagent_type: payload.agentType,
        final_message: messageOf(payload),
      };
    case 'session_start':
    case 'after_agent':
    case 'post-agent-turn-stop':
    case 'before_tool':
    case 'pre_compact':
    case 'post-context-compact':
      return {};
  }
}

/** What Copilot CLI says besides: by its own names. */
function contextOf(payload: Payload): Payload {
  const { transcriptPath, source, trigger, customInstructions, stop_hook_active } = payload;
  const { agentId, agentType, parentAgentId } = payload;
  return known({
    program: copilotCli,
    transcriptPath,
    source,
    trigger,
    customInstructions,
    stop_hook_active,
    agentId,
    agentType,
    parentAgentId,
  });
}

function messageOf({ response }: Payload): Payload | undefined {
  return typeof response === 'string' ? { role: 'assistant', content: response } : undefined;
}

/** The events that Copilot CLI lets a hook block. */
const blockable: ReadonlySet<string> = new Set([
  'userPromptSubmitted',
  'preToolUse',
  'agentStop',
  'subagentStop',
]);

/** The events at which Copilot CLI takes a text for its model. */
const taking: ReadonlySet<string> = new Set([
  'sessionStart',
  'userPromptSubmitted',
  'preToolUse',
  'postToolUse',
  'postToolUseFailure',
  'subagentStart',
]);

/** What Copilot CLI is to read, or nothing where nobody has anything to say. */
function reply(event: string, verdict: HookVerdict): string {
  const { decision, modifiedInput } = verdict;
  const reason = shortened(verdict.reason);
  const additionalContext = shortened(verdict.additionalContext);
  const said: Record<string, unknown> = {};
  if (event === 'preToolUse' && decision !== 'none') {
    said.permissionDecision = decision;
    if (reason !== undefined || decision === 'deny') {
      // A no without a reason is none.
      said.permissionDecisionReason = reason ?? 'A hook denied this.';
    }
  } else if (decision === 'deny' && blockable.has(event)) {
    said.decision = 'block';
    said.reason = reason ?? '';
  }
  if (event === 'preToolUse' && modifiedInput && decision !== 'deny') {
    said.modifiedArgs = modifiedInput;
  }
  if (additionalContext !== undefined && taking.has(event)) {
    said.additionalContext = additionalContext;
  }
  // However deep the input is that a hook made.
  return Object.keys(said).length > 0 ? spacedJson(said) : '';
}

/** How hooks run at the events of Copilot CLI. */
export const hooks: ProgramHooks = {
  triggers,
  isMoment: (event, { agentId }) => agentId === undefined || !ofConversations.has(event),
  toEvent,
  reply,
  honours: (event) => blockable.has(event),
  toldAfter: new Set(['userPromptSubmitted', 'preToolUse', 'agentStop', 'subagentStop']),
  isStoppedAgain: ({ stop_hook_active }) => stop_hook_active === true,
  folderVariable: 'COPILOT_PROJECT_DIR',
  words: new Map(),
  steps: {
    told: ({ transcriptPath: transcript }) => ({ transcript, finalMessage: undefined }),
    parse: parseStep,
  },
  sample: samplePayload,
};
