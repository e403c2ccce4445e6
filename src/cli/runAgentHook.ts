import { noProgram } from '../core/event/agentEvent.ts';
import { parsePayload } from '../core/event/heardEvent.ts';
import { namedPayload } from '../core/event/namedPayload.ts';
import { readerIn } from '../core/event/readers.ts';
import { toldBy } from '../core/event/relayRulesOf.ts';
import { spacedJson } from '../core/hookrun/spacedJson.ts';
import type { JsonObject } from '../core/text/jsonObject.ts';
import { parseObject } from '../core/text/jsonObject.ts';
import { isOwnCall } from '../core/wire/ownCall.ts';
import type { WireHead } from '../core/wire/wireHead.ts';
import { toldEnv } from '../core/wire/wireHead.ts';
import { beckonHome } from '../node/beckonHome.ts';
import { hasEntries } from '../node/entries/hasEntries.ts';
import { syncMarkers } from '../node/hooks/activeMarkers.ts';
import { answerHooks } from '../node/hooks/answerHooks.ts';
import { runAsyncHooks } from '../node/hooks/runAsyncHooks.ts';
import { asyncHooksWord, startAsyncHooks } from '../node/hooks/startAsyncHooks.ts';
import { readTrust } from '../node/hooks/trust.ts';
import { workspaceOf } from '../node/hooks/workspaceOf.ts';
import { tellListeners } from '../node/listener/tellListeners.ts';
import type { AgentProgram } from '../node/programNode.ts';
import { takesEntries } from '../node/programNode.ts';
import { stampNow } from '../node/randomId.ts';
import type { Console, ExitCode } from './console.ts';
import { parseArgs } from './parseArgs.ts';
import { printText } from './safeConsole.ts';

const help = `beckon agent hook notify|pretooluse|stop|EVENT [--agent-id ID]: what an agent runs as its hook.

  notify           tell that the agent is idle or asks for permission, from a payload of Notification
  pretooluse       tell that it asks a question or shows a plan, from a payload of PreToolUse
  stop             run the hooks (HOOK.md) at the end of its turn, and tell of that: the same as Stop
  EVENT            run the hooks for any event of the program, and hand it on
  --agent-id ID    which agent; unless told, the one the payload names

The payload is read from standard input. Hooks answer in the program's own words; notify and pretooluse say nothing. It
exits 0 whatever happens: a hook must not harm its agent.`;

const usage = 'usage: beckon agent hook EVENT';

/**
 * `beckon agent hook`: reads a payload on standard input, runs the hooks for it and tells the listeners. Exits 0
 * whatever happens, so that no agent suffers; only a relay is told that it has to go on by itself.
 */
export async function runAgentHook(args: readonly string[], console: Console): Promise<ExitCode> {
  const [word, ...rest] = args;
  if (word === asyncHooksWord) {
    await runAsyncHooks(await console.input(), console.env);
    return 0;
  }
  if (word !== 'hook') {
    // Called by a person: an agent's entry always says `hook`.
    const asked = word === '--help' || word === '-h';
    (asked ? console.out : console.err)(usage);
    return asked ? 0 : 2;
  }
  try {
    return await hook(rest, console);
  } catch {
    // No home, no folder, no right to anything: none of it is the agent's business.
    return console.env.BECKON_RELAY ? 1 : 0;
  }
}

async function hook(args: readonly string[], console: Console): Promise<ExitCode> {
  const parsed = parseArgs(args, {
    command: 'agent hook',
    values: { 'agent-id': 'any' },
    words: ['EVENT', 'ID?'],
  });
  if ('help' in parsed && parsed.help) {
    printText(help, console.out);
    return 0;
  }
  // Some shells put a byte order mark before what they pipe.
  const input = (await console.input()).replace(/^\uFEFF/u, '');
  // A whole payload counts however deep it is: nesting must not get a call past a guard.
  const whole = parseObject(input);
  const came = whole ?? parsePayload(input);
  if ('wrong' in parsed || !came) {
    return 0;
  }
  const [word = '', positional] = parsed.words;
  const { events, hooks } = programIn(console) ?? {};
  const command = hooks?.words.get(word);
  const isNamed = events?.sessionOf(came) !== undefined;
  const around = isNamed ? undefined : console.env.BECKON_AGENT;
  const named = namedPayload(parsed.values['agent-id'] ?? positional ?? around ?? '', came);
  // A guard holds, whatever the payload leaves out.
  const payload = named ?? (command && !isNamed ? undefined : came);
  if (!payload || command?.isAbout(payload) === false) {
    return 0;
  }
  if (command && !command.answers) {
    await handOn(command.event, payload, console);
    return 0;
  }
  return await answerEvent(command?.event ?? word, { payload, isCut: !whole }, console);
}

/** Runs the hooks of an event, answers, and hands the event on; 1 asks the relay to hand it on, and to wait. */
async function answerEvent(
  event: string,
  { payload, isCut }: { readonly payload: JsonObject; readonly isCut: boolean },
  console: Console,
): Promise<ExitCode> {
  const { env, programs } = console;
  const program = programIn(console);
  const { hooks } = program ?? {};
  const now = Date.now();
  const told = hooks?.toldAfter.has(event) ? undefined : handOn(event, payload, console);
  if (program && (await isRunTwice(program, payload, console))) {
    return 0;
  }
  const [trigger] = hooks?.triggers[event] ?? [];
  const cwd = trigger && hooks ? hooks.toEvent(payload, trigger, '').workDir : '';
  const home = beckonHome(env);
  const workspace = await workspaceOf(await readTrust(home), cwd, env[hooks?.folderVariable ?? '']);
  const places = { home, env, ...(workspace === undefined ? {} : { workspace }) };
  // An agent that waits no longer ends this process: the script is ended, and that is written down.
  const abort = new AbortController();
  void console.stopped().then(() => abort.abort());
  const answer = hooks && {
    ...places,
    program: hooks,
    signal: abort.signal,
    event,
    payload,
    isCut,
    now,
    startAsync: startAsyncHooks,
  };
  const { reply, denied } = answer ? await answerHooks(answer) : { reply: '', denied: false };
  if (abort.signal.aborted) {
    return 0;
  }
  if (reply) {
    console.out(reply);
  }
  await told;
  if (hooks?.triggers[event]?.includes('session_start')) {
    await syncMarkers({ home, env, programs, workspaces: workspace === undefined ? [] : [workspace] });
  }
  if (!told && !denied) {
    // Whoever supervises the agent may still have something to say to the end of its turn.
    if (program?.events.waits[event] === 'run' && env.BECKON_AGENT && env.BECKON_RELAY) {
      return 1;
    }
    await handOn(event, payload, console);
  }
  return 0;
}

/**
 * Whether an agent of another program ran this entry besides one of its own, at which the same hooks run. Where it has none,
 * a guard holds it all the same.
 */
async function isRunTwice(
  program: AgentProgram,
  payload: JsonObject,
  { cwd, env, ppid, programs }: Console,
): Promise<boolean> {
  const reader = readerIn(programs, program, env);
  const head = { env: toldEnv(env, toldBy(program.events)), ppid: originOf({ env, ppid, programs }).ppid };
  if (!reader || !takesEntries(reader) || isOwnCall(head, payload, program)) {
    return false;
  }
  return await hasEntries(reader, env[reader.hooks?.folderVariable ?? ''] || cwd, env);
}

async function handOn(event: string, payload: JsonObject, { env, ppid, programs }: Console): Promise<void> {
  const program = programIn({ env, programs });
  const head = {
    ...originOf({ env, ppid, programs }),
    event,
    env: toldEnv(env, program ? toldBy(program.events) : []),
    waits: false,
    spooled: false,
  };
  // However deep the payload is.
  await tellListeners(beckonHome(env), head, spacedJson(payload));
}

/** The program that runs this command: the one a relay names, else the one that is meant where none is named. */
function programIn({ env, programs }: Pick<Console, 'env' | 'programs'>): AgentProgram | undefined {
  const [name = ''] = (env.BECKON_RELAY ?? '').split(' ');
  return programs.find(({ id }) => id === name) ?? programs[0];
}

/** Where an event comes from: a relay that hands over says so, since it is one event, whoever forwards it. */
function originOf({
  env,
  ppid,
  programs,
}: Pick<Console, 'env' | 'ppid' | 'programs'>): Pick<WireHead, 'program' | 'id' | 'at' | 'ppid'> {
  const [, program, id, at, parent] = /^(\S+) ([\w.-]+) (\d+) (\d+)$/u.exec(env.BECKON_RELAY ?? '') ?? [];
  const stamp = stampNow();
  return program && id
    ? { program, id, at: Number(at) || stamp.at, ppid: Number(parent) }
    : { program: programs[0]?.id ?? noProgram, ...stamp, ppid };
}
