import * as z from 'zod';
import { errorClass } from '../../../core/event/errorClass.ts';
import type { Event, EventHead } from '../../../core/event/event.ts';
import { keptMessage } from '../../../core/event/keptMessage.ts';
import { clip } from '../../../core/text/clip.ts';
import { copilotCli } from './names.ts';
import { tellsChange, toolAsk } from './tools.ts';

const keptText = 1000;
const keptCalls = 50;
const text = z.string().optional().catch(undefined);

const record = z.looseObject({
  type: z.string(),
  id: z.string(),
  timestamp: z.string(),
  agentId: text,
  data: z.looseObject({
    toolCallId: text,
    toolName: text,
    arguments: z.unknown().optional(),
    requestId: text,
    permissionRequest: z
      .looseObject({ kind: text, toolCallId: text, fullCommandText: text, fileName: text, diff: text })
      .optional()
      .catch(undefined),
    hookType: text,
    hookInvocationId: text,
    message: text,
    content: text,
    newModel: text,
    trigger: text,
    cancelled: z.boolean().optional().catch(undefined),
    selectedModel: text,
  }),
});

type Record = z.output<typeof record>;

interface Call {
  readonly tool: string;
  readonly input: unknown;
}

/** The records that are read; most of a transcript is others, some of them large. */
const worthParsing =
  /^\{"type":"(?:abort|assistant\.message|hook\.(?:start|end)|permission\.(?:requested|completed)|session\.(?:start|resume|model_change|error|compaction_complete)|subagent\.completed|tool\.execution_start)"/u;
const otherHook = /^\{"type":"hook\.start".{0,120}"hookType":"(?!permissionRequest")/u;

/**
 * What the transcript of a conversation of Copilot CLI tells that its hooks do not: that a turn was broken off, or failed,
 * what a prompt in its terminal asks, and that it was answered there. It is told one line after the other.
 */
export class CopilotTranscript {
  readonly #session: string;
  /** What the calls of tools are, by their ids. */
  readonly #calls = new Map<string, Call>();
  /** The requests that each agent has on its screen, or that hooks are asked about, by the id of a subagent. */
  readonly #open = new Map<string, Set<string>>();

  constructor(session: string) {
    this.#session = session;
  }

  /** What one line says happened; nothing where it says nothing, or cannot be read. */
  read(line: string): readonly Event[] {
    const found = worthParsing.test(line) && !otherHook.test(line) ? parsed(line) : undefined;
    const at = Date.parse(found?.timestamp ?? '');
    return found && !Number.isNaN(at) ? this.#events(found, at) : [];
  }

  #events({ type, id, agentId, data }: Record, at: number): readonly Event[] {
    const head: EventHead = {
      id,
      at,
      program: copilotCli,
      session: this.#session,
      evidence: 'transcript',
      ...(agentId === undefined ? {} : { child: { id: agentId } }),
    };
    const open = this.#openOf(agentId);
    switch (type) {
      case 'abort':
        // Its subagents' own requests are told of after it.
        open.clear();
        return [{ ...head, type: 'turnInterrupted' }];
      case 'session.error':
        return [{ ...head, type: 'turnFailed', error: failure(data.message) }];
      case 'session.start':
      case 'session.resume':
        this.#open.clear();
        return noted(head, data.selectedModel === undefined ? {} : { model: data.selectedModel });
      case 'session.model_change':
        return noted(head, data.newModel === undefined ? {} : { model: data.newModel });
      case 'assistant.message':
        return noted(head, data.content ? { lastMessage: keptMessage(data.content) } : {});
      case 'session.compaction_complete':
        // No hook hears of it, and after one that the person asked for there is nothing more to hear.
        return data.trigger === 'manual' ? [{ ...head, type: 'idleRead' }] : [];
      case 'subagent.completed':
        return data.cancelled ? [{ ...head, type: 'idleRead' }] : [];
      case 'tool.execution_start':
        this.#note(data);
        return [];
      case 'hook.start':
        open.add(data.hookInvocationId ?? '');
        return [];
      case 'hook.end':
        open.delete(data.hookInvocationId ?? '');
        return [];
      case 'permission.requested':
        open.add(data.requestId ?? '');
        return [this.#asked(head, data)];
      case 'permission.completed':
        return open.delete(data.requestId ?? '') ? [answered(head, data, open.size > 0)] : [];
      default:
        return [];
    }
  }

  #openOf(agent = ''): Set<string> {
    const open = this.#open.get(agent) ?? new Set();
    this.#open.set(agent, open);
    return open;
  }

  #note({ toolCallId: id, toolName: tool, arguments: input }: Record['data']): void {
    if (id !== undefined && tool !== undefined) {
      this.#calls.set(id, { tool, input });
      const [oldest] = this.#calls.keys();
      if (this.#calls.size > keptCalls && oldest !== undefined) {
        this.#calls.delete(oldest);
      }
    }
  }

  #asked(head: EventHead, { permissionRequest: request }: Record['data']): Event {
    const callId = request?.toolCallId;
    const call = callId === undefined ? undefined : this.#calls.get(callId);
    const told = calledFor(call, request);
    return {
      ...head,
      type: 'promptShown',
      ask: told ? toolAsk(told.tool, told.input) : { kind: 'permission', reason: 'Permission' },
      generic: told === undefined,
      // It is on the screen by now, where no hook can answer it.
      replies: [],
      ...(callId === undefined ? {} : { callId }),
    };
  }
}

/** What a request is about: its call; where that is not known, or changes files in its own way, what hooks are asked. */
function calledFor(call: Call | undefined, request: Record['data']['permissionRequest']): Call | undefined {
  const { kind, fileName, diff, fullCommandText: command } = request ?? {};
  if (kind === 'write' && fileName !== undefined && diff !== undefined && !(call && tellsChange(call.tool))) {
    return { tool: 'edit', input: { file_path: fileName, diff } };
  }
  return call ?? (command === undefined ? undefined : { tool: 'bash', input: { command } });
}

/** A request was answered. Where others wait, only this one is over. */
function answered(head: EventHead, { toolCallId: callId }: Record['data'], waits: boolean): Event {
  return waits && callId !== undefined
    ? { ...head, type: 'toolFinished', callId, failed: false }
    : { ...head, type: 'busyRead' };
}

function noted(head: EventHead, facts: NonNullable<EventHead['facts']>): readonly Event[] {
  return Object.keys(facts).length > 0 ? [{ ...head, facts, type: 'noted' }] : [];
}

function failure(sentence: string | undefined) {
  const message = sentence ? { message: clip(sentence, keptText) } : {};
  return { class: errorClass(undefined, sentence), ...message };
}

function parsed(line: string): Record | undefined {
  try {
    return record.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

/** The events of some lines without the prompts that later lines say are over. */
export function standing(events: readonly Event[]): readonly Event[] {
  return events.filter(
    (event, at) =>
      event.type !== 'promptShown' || !events.slice(at + 1).some((later) => isEndOf(later, event)),
  );
}

function isEndOf(later: Event, prompt: Event & { readonly type: 'promptShown' }): boolean {
  const isSame = later.child?.id === prompt.child?.id;
  return (
    later.type === 'turnInterrupted' ||
    (later.type === 'busyRead' && isSame) ||
    (later.type === 'toolFinished' && later.callId === prompt.callId)
  );
}

/**
 * What is said of a transcript that is opened in the middle of a conversation: how it stands, by its last word of that, and
 * what is asked; with all facts.
 */
export function summedUp(events: readonly Event[]): readonly Event[] {
  const own = events.filter(({ child }) => child === undefined);
  const facts = Object.assign({}, ...own.map((event) => event.facts ?? {}));
  const last = own.findLast(({ type }) => type !== 'noted' && type !== 'promptShown');
  const note = own.findLast(({ type }) => type === 'noted');
  return [
    ...(note ? [{ ...note, facts }] : []),
    ...(last ? [last] : []),
    ...events.filter(({ type }) => type === 'promptShown'),
  ];
}
