import { agentId } from '../core/agent/agent.ts';
import type { AgentEvent } from '../core/event/agentEvent.ts';
import { agentKey, noProgram } from '../core/event/agentEvent.ts';
import type { Signal } from '../core/event/event.ts';
import { parsePromptType } from '../core/event/promptType.ts';
import { beckonHome } from '../node/beckonHome.ts';
import { agentsNamed } from '../node/run/agentsNamed.ts';
import type { Console, ExitCode } from './console.ts';
import { readArgs } from './readArgs.ts';
import { tellAgentEvent } from './tellAgentEvent.ts';

const help = (program: string) => `beckon emit EVENT --agent ID …: tell the windows about an agent.

  agent:working --agent ID [-m TEXT]            it is working; TEXT says on what
  agent:idle    --agent ID                      it waits for its next task
  agent:prompt  --agent ID [--type TYPE]        it asks: permission, question, plan_approval, idle or other
  agent:gone    --agent ID                      it has exited
  agent:signal  --agent ID complete|escalate|continue [-m TEXT]
                                                what it says about its own run

ID is a whole id, such as ${program}:SESSION, or only the session. An unknown id becomes an agent without a program,
with the row other:ID. A signal from an unknown agent is refused.

If nothing is listening, the event is kept for later; if that fails too, the exit code is 1. Exit code 0 means that it was
delivered or kept, not that a run acted on it: an agent named by its whole id may become known only later.`;

const names = ['agent:working', 'agent:idle', 'agent:prompt', 'agent:gone', 'agent:signal'] as const;
const signals: readonly Signal[] = ['complete', 'escalate', 'continue'];

/** `beckon emit`: tells an event of the `agent:` family. */
export async function runEmit(args: readonly string[], console: Console): Promise<ExitCode> {
  const parsed = readArgs(args, console, {
    command: 'emit',
    values: { agent: 'any', type: 'text', message: 'text' },
    short: { m: 'message' },
    words: ['EVENT', 'SIGNAL?'],
    help: help(console.programs[0]?.id ?? noProgram),
  });
  if (typeof parsed === 'number') {
    return parsed;
  }
  const [name = '', word] = parsed.words;
  const event = eventOf(name, word, {
    ...parsed.values,
    agent: parsed.values.agent ?? callerIn(console),
  });
  if ('wrong' in event) {
    console.err(`beckon emit: ${event.wrong}`);
    return 2;
  }
  const meant = await ofKnownAgent(event, console);
  if ('wrong' in meant) {
    console.err(`beckon emit: ${meant.wrong}`);
    return 1;
  }
  if (!(await tellAgentEvent(meant, console))) {
    console.err("beckon emit: nothing is listening, and the event can't be kept for later");
    return 1;
  }
  return 0;
}

/**
 * An event of the one agent that a bare session id names. Nobody may be known by it, and then it is an agent without a
 * program; but a signal would say nothing to anybody. A whole id is not looked up: it counts also where its agent is heard
 * of only later, and an agent that says it of itself is not to wait.
 */
async function ofKnownAgent(
  event: AgentEvent,
  { env }: Console,
): Promise<AgentEvent | { readonly wrong: string }> {
  const { agent_id: id } = event;
  if (/[:/]/u.test(id)) {
    return event;
  }
  const [agent, ...others] = await agentsNamed(beckonHome(env), id);
  if (agent === undefined) {
    return event.type === 'agent:signal' ? { wrong: `no agent '${id}' is known` } : event;
  }
  return others.length === 0
    ? { ...event, agent_id: agent }
    : { wrong: `'${id}' names more than one agent: ${[agent, ...others].join(', ')}` };
}

/**
 * The agent that runs this command, as its program tells whatever it runs. What Beckon called it comes second: an agent
 * that it starts itself inherits that, and after /clear it is another one.
 */
function callerIn({ env, programs }: Pick<Console, 'env' | 'programs'>): string | undefined {
  const [told] = programs.flatMap(({ id, launch }) => {
    const session = env[launch?.sessionVariable ?? ''];
    return session ? [agentId(id, session)] : [];
  });
  return told ?? (env.BECKON_AGENT || undefined);
}

function eventOf(
  name: string,
  word: string | undefined,
  { agent, type, message }: Readonly<Record<string, string | undefined>>,
): AgentEvent | { readonly wrong: string } {
  const known = names.find((one) => one === name);
  if (!known) {
    return { wrong: `the event is one of ${names.join(', ')}, not '${name}'` };
  }
  if (agent === undefined || !agentKey(agent)) {
    return { wrong: agent === undefined ? '--agent is missing' : `'${agent}' is no id of an agent` };
  }
  if (word !== undefined && known !== 'agent:signal') {
    return { wrong: `unexpected '${word}'` };
  }
  const agent_id = agent;
  switch (known) {
    case 'agent:idle':
    case 'agent:gone':
      return { type: known, agent_id };
    case 'agent:working':
      return { type: known, agent_id, ...(message ? { detail: message } : {}) };
    case 'agent:prompt':
      return { type: known, agent_id, prompt_type: parsePromptType(type) };
    case 'agent:signal': {
      const told = signalOf(word ?? '');
      const text = message ?? told?.message;
      return told
        ? { type: known, agent_id, signal: told.signal, ...(text === undefined ? {} : { message: text }) }
        : {
            wrong: `the signal is one of ${signals.join(', ')}${word === undefined ? '' : `, not '${word}'`}`,
          };
    }
  }
}

/** A signal as a bare word, or as JSON with its kind and a message. */
function signalOf(word: string): { readonly signal: Signal; readonly message?: string } | undefined {
  const bare = signals.find((signal) => signal === word);
  if (bare) {
    return { signal: bare };
  }
  try {
    const { kind, message }: { kind?: unknown; message?: unknown } = JSON.parse(word);
    const signal = signals.find((one) => one === kind);
    return signal && { signal, ...(typeof message === 'string' ? { message } : {}) };
  } catch {
    return undefined;
  }
}
