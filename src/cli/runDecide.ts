import type { Answer } from '../core/decision/answer.ts';
import { planModes } from '../core/decision/answer.ts';
import { parseAnswers } from '../core/decision/parseAnswers.ts';
import type { ReportedDecision } from '../core/view/agentReport.ts';
import { beckonHome } from '../node/beckonHome.ts';
import type { Decided } from '../node/hub/decisions.ts';
import type { KnownAgent, KnownDecision } from '../node/hub/knownAgents.ts';
import { askAll, decideAt, knownDecisions, namesOf } from '../node/hub/knownAgents.ts';
import { chooseAt, findRuns, isRun, wasDecided } from '../node/run/chooseAt.ts';
import { endOrphan } from '../node/run/endOrphan.ts';
import { thatIsOver } from '../node/run/runId.ts';
import type { Console, ExitCode } from './console.ts';
import type { Args } from './parseArgs.ts';
import { readArgs } from './readArgs.ts';
import { nobodyListens } from './runAgents.ts';
import { silenceWords } from './silenceWords.ts';

const help = `beckon decide AGENT|DECISION approve [--always] [--plan TEXT] [--mode MODE] [--edited TEXT] | deny [-m TEXT] | escalate | answer ANSWER…
Answer what an agent asks.

  approve             let it do what it asks for; --always also keeps the rule it proposes,
                      --plan TEXT accepts its plan with your changes; after a plan, --mode acceptEdits
                      lets it edit files without asking, --mode default makes it ask before each edit;
                      --edited TEXT runs the command, or writes the file, with your changes
  deny                refuse; -m TEXT tells the agent why
  escalate            leave it to the agent's own prompt
  answer ANSWER…      answer its questions: QUESTION=ANSWER, or only the answers in the order of the questions

beckon decide RUN nudge|done|retry|skip|cancel|dismiss|approve|deny [-m TEXT] | answer ANSWER
Answer what a run waits for; 'beckon runs' shows it, with the possible answers. A run that nothing supervises
can be cancelled at any time.

The start of an id is enough if it is unique; for a decision of a run, the whole id is needed.`;

const verbs = ['approve', 'deny', 'escalate', 'answer'];
const messageGoesWith = '--message goes with deny, nudge and retry only';
const runVerbs = ['nudge', 'done', 'retry', 'skip', 'cancel', 'dismiss'];

/** `beckon decide`: answers one pending decision. */
export async function runDecide(args: readonly string[], console: Console): Promise<ExitCode> {
  const parsed = readArgs(args, console, {
    command: 'decide',
    values: { message: 'any', plan: 'any', mode: planModes, edited: 'any' },
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
  const home = beckonHome(console.env);
  const ended = verb === 'cancel' ? await endOrphan(home, target, Date.now()) : undefined;
  if (ended) {
    return answered(ended, console);
  }
  const [run, ...others] = await findRuns(home, target);
  const wrong =
    run && others.length > 0
      ? `'${target}' names more than one run: ${[run, ...others].map(({ id }) => id).join(', ')}`
      : run
        ? undefined
        : await notWaiting(home, target);
  if (wrong !== undefined) {
    console.err(`beckon decide: ${wrong}`);
    return 1;
  }
  // What an agent asks is answered as any of its questions is.
  const asked = verbs.includes(verb) ? run?.decision?.prompt : undefined;
  if ((run && asked === undefined) || runVerbs.includes(verb)) {
    const text = parsed.words[2] ?? parsed.values.message;
    const chosen: Decided = run
      ? await chooseAt(home, {
          // Meanwhile the run may wait for something else, which nobody has named.
          target: run.decision?.id === target ? target : run.id,
          choice: verb,
          ...(text === undefined ? {} : { message: text }),
        })
      : { status: 404, reason: noRun(target) };
    return answered(chosen, console);
  }
  const told = await askAll(home);
  const found = told && pick(told.known, asked ?? target, asked === undefined);
  if (!found || 'wrong' in found) {
    const silence = told?.silent.map((listener) => `; ${silenceWords(listener)}`).join('') ?? '';
    console.err(`beckon decide: ${found?.wrong ?? nobodyListens}${silence}`);
    return 1;
  }
  const answer = answerOf(verb, parsed, found.decision);
  if ('wrong' in answer) {
    console.err(`beckon decide: ${answer.wrong}`);
    return 1;
  }
  return answered(await decideAt(found, answer), console);
}

function answered({ status, reason }: Decided, console: Console): ExitCode {
  if (status !== 200) {
    console.err(`beckon decide: ${reason}`);
  }
  return status === 200 ? 0 : 1;
}

/** That a run of this name, or what it waited for, takes no answer; nothing where the word names something else. */
async function notWaiting(home: string, target: string): Promise<string | undefined> {
  if (await wasDecided(home, target)) {
    return thatIsOver;
  }
  return (await isRun(home, target)) ? noRun(target) : undefined;
}

function noRun(target: string): string {
  return `no run '${target}' waits for a decision`;
}

function usageProblem({ words, flags, values }: Args): string | undefined {
  const [target, verb = '', ...answers] = words;
  if (target === '') {
    return 'AGENT|DECISION is empty';
  }
  if (runVerbs.includes(verb)) {
    const isHeard = values.message === undefined || verb === 'nudge' || verb === 'retry';
    const unheard = isHeard ? undefined : messageGoesWith;
    return answers.length > 0 ? `unexpected '${answers[0]}'` : unheard;
  }
  if (!verbs.includes(verb)) {
    return `the verdict is one of ${[...verbs, ...runVerbs].join(', ')}, not '${verb}'`;
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
  if (values.mode !== undefined && verb !== 'approve') {
    return '--mode goes with approve only';
  }
  if (values.edited !== undefined && verb !== 'approve') {
    return '--edited goes with approve only';
  }
  return values.message !== undefined && verb !== 'deny' ? messageGoesWith : undefined;
}

/** The one decision that a word names: by a whole id, or else, where `loose`, by the start of one. */
function pick(
  known: readonly KnownAgent[],
  target: string,
  loose: boolean,
): KnownDecision | { readonly wrong: string } {
  const all = knownDecisions(known);
  const exact = all.filter((one) => namesOf(one).includes(target));
  const starts = all.filter((one) => loose && namesOf(one).some((name) => name.startsWith(target)));
  const fitting = exact.length > 0 ? exact : starts;
  const [found] = fitting;
  if (!found) {
    return { wrong: `no decision of '${target}' is pending` };
  }
  const list = fitting.map(({ decision, agent }) => `${decision.id} (${agent})`).join(', ');
  return fitting.length === 1 ? found : { wrong: `'${target}' names more than one decision: ${list}` };
}

function answerOf(
  verb: string,
  { words, flags, values }: Args,
  { questions, type }: ReportedDecision,
): Answer | { readonly wrong: string } {
  if (verb === 'answer') {
    const untold =
      type === 'question' ? 'what it asks is not known: answer at its own terminal' : 'it is no question';
    const parsed = questions ? parseAnswers(questions, words.slice(2)) : { wrong: untold };
    return 'wrong' in parsed ? parsed : { kind: 'answer', answers: { ...parsed.answers } };
  }
  if (verb === 'deny') {
    return values.message === undefined ? { kind: 'deny' } : { kind: 'deny', message: values.message };
  }
  const plan = values.plan === undefined ? {} : { plan: values.plan };
  const mode = planModes.find((one) => one === values.mode);
  const edited = values.edited === undefined ? {} : { edited: values.edited };
  return verb === 'approve'
    ? { kind: 'approve', always: flags.has('always'), ...plan, ...edited, ...(mode ? { mode } : {}) }
    : { kind: 'escalate' };
}
