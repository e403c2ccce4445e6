import type { ReportedDecision } from '../core/decision/agentReport.ts';
import type { Answer } from '../core/decision/answer.ts';
import { parseAnswers } from '../core/decision/parseAnswers.ts';
import type { Listening } from '../core/wire/ownerOf.ts';
import { beckonHome } from '../node/beckonHome.ts';
import type { KnownAgent } from '../node/hub/knownAgents.ts';
import { knownAgents } from '../node/hub/knownAgents.ts';
import { askListener } from '../node/listener/askListener.ts';
import type { Console, ExitCode } from './console.ts';
import type { Args } from './parseArgs.ts';
import { readArgs } from './readArgs.ts';
import { nobodyListens } from './runAgents.ts';

const help = `beckon decide AGENT|DECISION approve [--always] [--plan TEXT] | deny [-m TEXT] | escalate | answer ANSWER…
Answer what an agent asks.

  approve             let it do what it asks for; --always also keeps the rule it proposes,
                      --plan TEXT accepts its plan as you changed it
  deny                refuse; -m TEXT tells the agent why
  escalate            leave it to the agent's own prompt
  answer ANSWER…      answer its questions: QUESTION=ANSWER, or only the answers in the order of the questions

The start of an id is enough where only one fits.`;

const verbs = ['approve', 'deny', 'escalate', 'answer'];

interface Found {
  readonly decision: ReportedDecision;
  readonly agent: string;
  readonly listener: Listening;
}

/** `beckon decide`: answers one pending decision. */
export async function runDecide(args: readonly string[], console: Console): Promise<ExitCode> {
  const parsed = readArgs(args, console, {
    command: 'decide',
    values: { message: 'any', plan: 'any' },
    flags: ['always'],
    short: { m: 'message' },
    words: ['AGENT|DECISION', 'VERDICT', 'ANSWER…'],
    help,
  });
  if (typeof parsed === 'number') {
    return parsed;
  }
  const [target = '', verb = ''] = parsed.words;
  const usage = usageProblem(parsed);
  if (usage !== undefined) {
    console.err(`beckon decide: ${usage}`);
    return 2;
  }
  const known = await knownAgents(beckonHome(console.env));
  const found = known && pick(known, target);
  if (!found || 'wrong' in found) {
    console.err(`beckon decide: ${found?.wrong ?? nobodyListens}`);
    return 1;
  }
  const answer = answerOf(verb, parsed, found.decision);
  if ('wrong' in answer) {
    console.err(`beckon decide: ${answer.wrong}`);
    return 1;
  }
  return send(found, answer, console);
}

async function send({ decision, listener }: Found, answer: Answer, console: Console): Promise<ExitCode> {
  const body = JSON.stringify({ target: decision.id, answer });
  const reply = await askListener(listener, { method: 'POST', path: '/v1/decide', body });
  if (reply.status === 200) {
    return 0;
  }
  console.err(`beckon decide: ${reply.body || 'the listener did not answer'}`);
  return 1;
}

function usageProblem({ words, flags, values }: Args): string | undefined {
  const [target, verb = '', ...answers] = words;
  if (target === '') {
    return 'AGENT|DECISION is empty';
  }
  if (!verbs.includes(verb)) {
    return `the verdict is one of ${verbs.join(', ')}, not '${verb}'`;
  }
  if (verb === 'answer' ? answers.length === 0 : answers.length > 0) {
    return verb === 'answer' ? 'ANSWER is missing' : `unexpected '${answers[0]}'`;
  }
  if (flags.has('always') && verb !== 'approve') {
    return '--always goes with approve only';
  }
  if (values.plan !== undefined && verb !== 'approve') {
    return '--plan goes with approve only';
  }
  return values.message !== undefined && verb !== 'deny' ? '--message goes with deny only' : undefined;
}

/** The one decision that a word names: by a whole id, or else by the start of one. */
function pick(known: readonly KnownAgent[], target: string): Found | { readonly wrong: string } {
  const all = known.flatMap(({ agent, listener }) =>
    agent.decisions.map((decision): Found => ({ decision, agent: agent.agent, listener })),
  );
  const exact = all.filter(({ decision, agent }) =>
    [decision.id, decision.request, agent, sessionOf(agent)].includes(target),
  );
  const starts = all.filter(({ decision, agent }) =>
    [decision.id, decision.request, agent, sessionOf(agent)].some((id) => id?.startsWith(target)),
  );
  const fitting = exact.length > 0 ? exact : starts;
  const [found] = fitting;
  if (!found) {
    return { wrong: `no decision of '${target}' is pending` };
  }
  const list = fitting.map(({ decision, agent }) => `${decision.id} (${agent})`).join(', ');
  return fitting.length === 1 ? found : { wrong: `'${target}' names more than one decision: ${list}` };
}

/** The id of an agent without its program. */
function sessionOf(agent: string): string {
  return agent.slice(agent.indexOf(':') + 1);
}

function answerOf(
  verb: string,
  { words, flags, values }: Args,
  { questions }: ReportedDecision,
): Answer | { readonly wrong: string } {
  if (verb === 'answer') {
    const parsed = questions ? parseAnswers(questions, words.slice(2)) : { wrong: 'it is no question' };
    return 'wrong' in parsed ? parsed : { kind: 'answer', answers: { ...parsed.answers } };
  }
  if (verb === 'deny') {
    return values.message === undefined ? { kind: 'deny' } : { kind: 'deny', message: values.message };
  }
  const plan = values.plan === undefined ? {} : { plan: values.plan };
  return verb === 'approve'
    ? { kind: 'approve', always: flags.has('always'), ...plan }
    : { kind: 'escalate' };
}
