import type { AgentFacts } from '../../../core/event/agentFacts.ts';
import { errorClass } from '../../../core/event/errorClass.ts';
import type { Event, Happening, SessionSource } from '../../../core/event/event.ts';
import { keptMessage } from '../../../core/event/keptMessage.ts';
import type { HeardCall } from '../../../core/event/programEvents.ts';
import { clip } from '../../../core/text/clip.ts';
import type { CopilotPayload } from './hookPayload.ts';
import { copilotPayload, familyOf } from './hookPayload.ts';
import { copilotCli } from './names.ts';
import { promptKindOfTool, toolAsk } from './tools.ts';

const keptText = 1000;

/**
 * What a hook payload of Copilot CLI says happened; the name of the event is in the entry only. `undefined` for what is
 * no payload and for an event that lacks the one field it is about; an event of an unknown name is only noted.
 */
export function parseCopilot(payload: unknown, call: HeardCall): Event | undefined {
  const { data } = copilotPayload.safeParse(payload);
  const read = happenings.get(call.event);
  const happening: Happening | undefined = data && (read ? read(data) : { type: 'noted' });
  if (!data || !happening) {
    return undefined;
  }
  const { session, child } = familyOf(data);
  const type = data.agentType ?? data.agentName;
  return {
    id: call.id,
    at: heardAt(data, call),
    program: copilotCli,
    session,
    evidence: 'hook',
    ...(child === undefined ? {} : { child: { id: child, ...(type ? { type } : {}) } }),
    facts: factsOf(data, call, session),
    ...happening,
  };
}

type Read = (payload: CopilotPayload) => Happening | undefined;

const happenings: ReadonlyMap<string, Read> = new Map<string, Read>([
  ['sessionStart', ({ source }) => ({ type: 'sessionStarted', source: sourceOf(source) })],
  ['sessionEnd', ({ reason }) => ({ type: 'sessionEnded', ...(reason ? { reason } : {}) })],
  // A subagent is given its task, or one more, in the same way.
  ['userPromptSubmitted', ({ agentId }) => ({ type: agentId ? 'workNoticed' : 'promptSubmitted' })],
  ['preToolUse', (payload) => toolStarted(payload)],
  ['postToolUse', (payload) => toolFinished(payload, false)],
  ['postToolUseFailure', (payload) => toolFinished(payload, true)],
  ['permissionRequest', (payload) => permissionRequested(payload)],
  ['notification', (payload) => noticed(payload)],
  ['errorOccurred', (payload) => failed(payload)],
  // A subagent has stopped when it says so with `subagentStop`; until then it may be held.
  ['agentStop', ({ agentId }) => ({ type: agentId ? 'noted' : 'turnEnded' })],
  ['subagentStart', ({ agentId }) => (agentId ? { type: 'subagentStarted' } : undefined)],
  ['subagentStop', ({ agentId }) => (agentId ? { type: 'subagentStopped' } : undefined)],
  [
    'preCompact',
    ({ trigger }) => ({ type: 'compactionStarted', trigger: trigger === 'auto' ? 'auto' : 'manual' }),
  ],
]);

function sourceOf(source: string | undefined): SessionSource {
  switch (source) {
    case 'new':
    case 'startup':
      return 'startup';
    case 'resume':
      return 'resume';
    default:
      return 'other';
  }
}

function toolStarted({ toolName: tool, toolArgs: input }: CopilotPayload): Happening | undefined {
  if (!tool) {
    return undefined;
  }
  const asks = promptKindOfTool(tool) !== undefined;
  return { type: 'toolStarted', tool, input, ...(asks ? { ask: toolAsk(tool, input) } : {}) };
}

function toolFinished({ toolName: tool, toolArgs: input }: CopilotPayload, wrong: boolean) {
  return tool ? ({ type: 'toolFinished', tool, failed: wrong, input } as const) : undefined;
}

function permissionRequested({ toolName: tool, toolInput: input }: CopilotPayload): Happening | undefined {
  return tool ? { type: 'promptShown', ask: toolAsk(tool, input), generic: false } : undefined;
}

function noticed({ notification_type: notice, message }: CopilotPayload): Happening {
  const said = message ? { message } : {};
  switch (notice) {
    case 'permission_prompt':
      return {
        type: 'promptShown',
        ask: { kind: 'permission', reason: 'Permission', ...said },
        generic: true,
      };
    case 'elicitation_dialog':
      return { type: 'promptShown', ask: { kind: 'question', reason: 'Question', ...said }, generic: true };
    default:
      return { type: 'noted' };
  }
}

/** It says so of every attempt to reach its model too, and then tries again. */
function failed({ error: sentence, recoverable }: CopilotPayload): Happening {
  if (recoverable !== false) {
    return { type: 'noted' };
  }
  return {
    type: 'turnFailed',
    error: {
      class: errorClass(undefined, sentence),
      ...(sentence ? { message: clip(sentence, keptText) } : {}),
    },
  };
}

const longestWayMs = 3_600_000;

/**
 * When it happened: as Copilot CLI says itself. Its first two events come so close together that their relays may start in
 * the other order; and of two entries it runs the second when the first has ended, which may have waited for a person. A
 * time that cannot be right is not believed.
 */
function heardAt({ timestamp }: CopilotPayload, { at }: HeardCall): number {
  return timestamp !== undefined && timestamp <= at && timestamp > at - longestWayMs ? timestamp : at;
}

function factsOf(payload: CopilotPayload, { event, env, pid }: HeardCall, session: string): AgentFacts {
  const { cwd, agentId, prompt, response } = payload;
  const { TMUX_PANE: pane, BECKON_AGENT: startedAs, COPILOT_HOME: home } = env;
  const transcript = payload.transcriptPath ?? (home ? transcriptIn(home, session) : undefined);
  const isPrompt = event === 'userPromptSubmitted' && !agentId;
  return {
    ...(cwd ? { cwd } : {}),
    ...(transcript && !agentId ? { transcript } : {}),
    ...(isPrompt && prompt ? { firstPrompt: clip(prompt, keptText) } : {}),
    ...(event === 'subagentStop' && response ? { lastMessage: keptMessage(response) } : {}),
    ...(pid === undefined ? {} : { pid }),
    ...(pane ? { terminal: pane } : {}),
    ...(startedAs ? { startedAs } : {}),
  };
}

/** Where the transcript of a conversation is, in the folder of Copilot CLI's own files. */
function transcriptIn(home: string, session: string): string | undefined {
  return /^[\w-]+$/u.test(session) ? `${home}/session-state/${session}/events.jsonl` : undefined;
}
