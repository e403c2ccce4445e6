import { ownName } from '../core/run/ownName.ts';
import type { Run, RunStart, RunStep } from '../core/run/run.ts';
import { defaultGraceMs, newRun, runEnded } from '../core/run/run.ts';
import { soonMs, turnMs } from '../core/run/runSteps.ts';
import { stepsOf } from '../core/runbook/stepsOf.ts';
import { runLines } from '../core/view/runWords.ts';
import { beckonHome } from '../node/beckonHome.ts';
import { ensureRelay } from '../node/ensureRelay.ts';
import { hasEntriesFor, readHealth } from '../node/entries/readHealth.ts';
import { AgentHub } from '../node/hub/agentHub.ts';
import { realFolder } from '../node/realFolder.ts';
import { ExitFiles } from '../node/run/exitFiles.ts';
import { Foreground } from '../node/run/foreground.ts';
import { hearWorktree } from '../node/run/hearWorktree.ts';
import { readRunbook } from '../node/run/readRunbook.ts';
import { RunCrew } from '../node/run/runCrew.ts';
import { RunFiles } from '../node/run/runFiles.ts';
import { newRunId } from '../node/run/runId.ts';
import { startedPrograms } from '../node/run/startedPrograms.ts';
import { Supervisor } from '../node/run/supervisor.ts';
import { version } from '../node/version.ts';
import type { Console, ExitCode } from './console.ts';
import { agentOptionOf } from './entryArgs.ts';
import { readArgs } from './readArgs.ts';
import { printText } from './safeConsole.ts';
import { TerminalVoice } from './terminalVoice.ts';

const help = `beckon run PIPELINE|AGENT [--workspace DIR] [--grace SECONDS]: start an agent or a pipeline of the runbook in this terminal.

  PIPELINE|AGENT    a name in .agents/runbook.yaml
  --workspace DIR   the folder with the runbook (default: this one)
  --grace SECONDS   seconds without activity before an idle agent is nudged (default 60)

Exit code 0 when the run is done, 1 when it failed. A run that waits for you is answered in VS Code, or with
'beckon decide RUN CHOICE' in another terminal.`;

const longestGraceS = 86_400;
const hiddenWaitMs = 20_000;

/** `beckon run`: supervises what it starts, until that is over. */
export async function runRun(args: readonly string[], console: Console): Promise<ExitCode> {
  const parsed = readArgs(args, console, {
    command: 'run',
    values: { workspace: 'any', grace: 'any' },
    words: ['PIPELINE|AGENT'],
    help,
  });
  if (typeof parsed === 'number') {
    return parsed;
  }
  const [name = ''] = parsed.words;
  const { workspace = '.', grace = String(defaultGraceMs / 1000) } = parsed.values;
  if (!/^\d+(\.\d+)?$/u.test(grace) || Number(grace) > longestGraceS) {
    console.err(`beckon run: --grace takes a number of seconds, at most ${longestGraceS}`);
    return 2;
  }
  const folder = realFolder(console.cwd, workspace);
  const steps = folder === undefined ? undefined : await readSteps(folder, name, console);
  if (folder === undefined || !steps) {
    if (folder === undefined) {
      console.err(`beckon run: there is no folder '${workspace}'`);
    }
    return 1;
  }
  const graceMs = Number(grace) * 1000;
  return await supervise({ name, folder, steps, graceMs }, console);
}

/** The steps to run; says what is wrong where there are none. */
async function readSteps(folder: string, name: string, console: Console) {
  // What is only a warning is told by `beckon runbook validate`.
  const read = await readRunbook(folder, { programs: console.programs, unanswered: [] });
  const [problem] = read?.problems.filter(({ severity }) => severity === 'error') ?? [];
  if (!read?.runbook) {
    const at = problem ? `${problem.range.start.line}:${problem.range.start.column}: ` : '';
    console.err(
      problem
        ? `beckon run: .agents/runbook.yaml:${at}${problem.message}`
        : `beckon run: there is no .agents/runbook.yaml in ${folder}`,
    );
    return undefined;
  }
  const steps = stepsOf(read.runbook, name);
  if (!steps) {
    const names = [...read.runbook.pipelines.keys(), ...read.runbook.agents.keys()].join(', ');
    console.err(`beckon run: the runbook names no '${name}'; it has ${names || 'nothing'}`);
    return undefined;
  }
  const silence = await whyUnheard(folder, steps, console);
  if (silence !== undefined) {
    console.err(`beckon run: Beckon is not set up to hear agents in this folder${silence}`);
    return undefined;
  }
  return steps;
}

/** Why nothing at all is heard of the agents of steps in a folder, and what to do about it, where the person can mend that. */
async function whyUnheard(
  folder: string,
  steps: readonly RunStep[],
  console: Console,
): Promise<string | undefined> {
  const where = { workspace: folder, env: console.env };
  for (const program of await startedPrograms(steps, console.programs, where)) {
    const place = { program, ...where };
    const agentOption = agentOptionOf(program, console);
    if (!(await hasEntriesFor(place))) {
      return `; run 'beckon install${agentOption}' first`;
    }
    const { findings } = await readHealth({ ...place, agentOption, scope: undefined });
    const off = findings.find(({ name }) => name === 'disableAllHooks');
    if (off) {
      return `: ${off.message.replace(/\.$/u, '')}; ${off.fix}`;
    }
  }
  return undefined;
}

async function supervise(
  { name, folder, steps, graceMs }: Pick<Run, 'name' | 'folder' | 'steps' | 'graceMs'>,
  console: Console,
): Promise<ExitCode> {
  const home = beckonHome(console.env);
  const { programs, env } = console;
  const files = new RunFiles(home);
  const id = newRunId();
  const unnamed: RunStart = { id, name, folder, origin: 'started', startedAt: Date.now(), steps, graceMs };
  const refusal = files.refusal(newRun(unnamed));
  if (refusal !== undefined) {
    console.err(`beckon run: ${refusal}`);
    return 1;
  }
  await files.sweep(Date.now()).catch(() => {});
  const known = (await files.all()).map(({ run }) => run);
  const start = { ...unnamed, name: ownName(name, known) };
  const places = [folder];
  let supervisor: Supervisor | undefined;
  const hub = new AgentHub({
    home,
    programs,
    env,
    version,
    role: 'serve',
    folders: places,
    hiddenWaitMs: () => hiddenWaitMs,
    asks: true,
    ownsShow: () => false,
    canAsk: () => Promise.resolve(true),
    chooseRun: (wanted) => supervisor?.choose(wanted) ?? { status: 404, reason: 'it has not begun' },
    log: () => {},
  });
  const exits = new ExitFiles(home);
  const foreground = new Foreground({ ...console.env }, exits, () => voice.freed());
  const voice = new TerminalVoice(console, () => foreground.isBusy);
  const crew = new RunCrew({
    hub,
    programs,
    env,
    start: (start, exited) => foreground.start(start, exited),
    close: (agent, start) => (start ? foreground.endStart(start.launch) : foreground.end(agent)),
    prepare: async (worktree) => {
      // Else what is asked there is nobody's to answer.
      places.push(worktree);
      hub.place({ folders: [...places], terminals: [], lastFocusedAt: Date.now() });
      const relay = async (of: string) => void (await ensureRelay(programs, of, version));
      const sentence = await hearWorktree({ programs, folder, worktree, env, ensureRelay: relay });
      if (sentence !== undefined) {
        voice.say(sentence, () => `beckon run: ${sentence}`);
      }
    },
    // Whoever types this command wants what the runbook says to run.
    trusted: () => true,
    say: (_, sentence) => voice.say(sentence, () => `beckon run: ${sentence}`),
    log: () => {},
  });
  const stopped = console.stopped();
  try {
    await hub.start();
  } catch (error) {
    await hub.dispose();
    console.err(`beckon run: it cannot listen: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
  const [owner = ''] = await hub.listeners();
  supervisor = new Supervisor({ hub, files, crew, owner: () => Promise.resolve(owner) });
  const over = ended(hub, id, voice);
  supervisor.begin(start);
  const end = (signal: string): void => {
    // Also when it was cancelled: until its agent has gone and that is written, nothing may end this.
    void console.stopped().then(end);
    // The terminal sends Ctrl+C to the agent too, and there it may mean something else.
    if (signal !== 'SIGINT' || !foreground.isBusy) {
      supervisor?.tell({ type: 'cancelled', run: id });
    }
  };
  void stopped.then(end);
  const run = await over;
  await lastWords(hub, run, foreground);
  await foreground.close();
  await supervisor.dispose();
  await hub.dispose();
  printText(`beckon run: ${runLines(run).join('\n  ')}`, console.err);
  return run.status === 'done' ? 0 : 1;
}

/**
 * Resolves when an agent that said it is done has come to its end, or to that of its turn, or takes too long for that: less
 * time has one that asks something, or of which nothing is heard.
 */
async function lastWords(
  { keeper }: AgentHub,
  { agent, status }: Run,
  foreground: Foreground,
): Promise<void> {
  const kind = () => keeper.state.agents.get(agent)?.state.kind;
  const isInTurn = () => [undefined, 'working', 'prompting'].includes(kind());
  if (status === 'done' && isInTurn()) {
    let off = () => {};
    const turnEnded = new Promise<void>((resolve) => {
      // Nobody answers what it asks now, so it cannot end its turn.
      const isStuck = () => kind() === 'prompting';
      off = keeper.onStep(() => (isStuck() ? resolve(foreground.gone(soonMs)) : isInTurn() || resolve()));
    });
    await Promise.race([turnEnded, foreground.gone(kind() === 'working' ? turnMs : soonMs)]);
    off();
  }
}

/** Resolves when a run is over; says meanwhile what it waits for. */
function ended(hub: AgentHub, id: string, voice: TerminalVoice): Promise<Run> {
  let told: string | undefined;
  const waitsFor = (decision: string) => {
    const run = hub.keeper.state.runs.get(id);
    return run?.decision?.id === decision ? `beckon run: ${runLines(run).join('\n  ')}` : undefined;
  };
  return new Promise((resolve) => {
    const off = hub.keeper.onStep(() => {
      const run = hub.keeper.state.runs.get(id);
      const { decision } = run ?? {};
      if (run && decision && decision.id !== told && decision.prompt === undefined) {
        told = decision.id;
        voice.say('decision', () => waitsFor(decision.id));
      }
      if (run && runEnded(run)) {
        off();
        resolve(run);
      }
    });
  });
}
