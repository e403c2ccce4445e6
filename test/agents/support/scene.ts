import { test } from 'vitest';
import { knownAgents, knownDecisions, namesOf } from '../../../src/node/hub/knownAgents.ts';
import { type Ended, ownNode, runProgram } from '../../support/runProgram.ts';
import { type Cage, makeCage } from './cage.ts';
import type { CagedProgram } from './cagedProgram.ts';
import { type HeadlessClaude, startHeadless } from './headlessClaude.ts';
import { type InteractiveClaude, startInteractive } from './interactiveClaude.ts';
import { endLeftovers } from './leftovers.ts';
import { type PtyOptions, type PtyProgram, startPty } from './ptyProgram.ts';
import { type ScriptedModel, startModel } from './scriptedModel.ts';
import { beckonProgram, type Serve, startServe } from './serve.ts';
import { patienceMs, until } from './until.ts';

/** How a Claude Code is started. */
export interface Options {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What is run instead of Claude Code itself. */
  readonly program?: string;
}

/** A model, a cage, and whatever a test starts in it; all of it ends with the test. */
export interface Scene {
  readonly model: ScriptedModel;
  readonly cage: Cage;
  /** With a `program`, that starts the Claude Code. */
  claude(options?: Options & { readonly program?: string }): Promise<InteractiveClaude>;
  headless(prompt: string, options?: Options): HeadlessClaude;
  /** Starts any program on a terminal, by its path or by a command of the cage. */
  run(program: string, options?: PtyOptions): PtyProgram;
  serve(...args: readonly string[]): Promise<Serve>;
  /** Runs the command line in the cage. */
  beckon(...args: readonly string[]): Promise<Ended>;
  /** Puts the entries into the workspace's settings: those of Claude Code, unless another program is named. */
  install(program?: string): Promise<void>;
  /**
   * Waits until an agent, or a decision, can be answered from outside. Evidence other than the request may tell of a
   * prompt first; there is nobody to answer to until that has come.
   */
  held(which: string): Promise<void>;
  /** Settles what waits, as a person would from the command line. */
  decide(which: string, ...answer: readonly string[]): Promise<void>;
  /** What most tests begin with: a listener, and a Claude Code on a terminal. With the entries, unless told otherwise. */
  open(options?: Options & Opening): Promise<{ readonly claude: InteractiveClaude; readonly serve: Serve }>;
}

/** What there is around the Claude Code of a scene. */
export interface Opening {
  readonly entries?: boolean;
  readonly serveArgs?: readonly string[];
}

/** A scene, and what to do with it when its tests are over. */
export interface OpenScene {
  readonly scene: Scene;
  /** What is on the screens and in the rows, for whoever looks for the reason of a failure. */
  story(): string;
  /** Ends everything, and throws if something was left behind or wanted to leave the machine. */
  end(): Promise<void>;
}

/** A test that gets a scene of its own. Should it fail, the screens, the rows and the model's story are told. */
export const it = test.extend<{ scene: Scene }>({
  scene: async ({ onTestFailed }, use) => {
    const { scene, story, end } = await openScene();
    let told = '';
    onTestFailed(() => {
      process.stderr.write(`${told}\n`);
    });
    await use(scene);
    // Taken before the end, which clears the screens.
    told = story();
    await end();
  },
});

/** Makes a model and a cage, in which nothing runs yet. It is made for Claude Code, unless other programs are named. */
export async function openScene(programs?: readonly CagedProgram[]): Promise<OpenScene> {
  const usual = new Set(programs?.flatMap(({ reachesFor = [] }) => reachesFor));
  const model = await startModel();
  const cage = makeCage(model.url, ['ws'], programs);
  const ptys: PtyProgram[] = [];
  const serves: Serve[] = [];
  const beckon = (...args: readonly string[]) =>
    runProgram(ownNode, [beckonProgram, ...args], {
      cwd: cage.workspace,
      env: cage.env,
      withinMs: patienceMs,
    });
  const mustBeckon = async (...args: readonly string[]) => {
    const { code, out, err } = await beckon(...args);
    if (code !== 0) {
      throw new Error(`beckon ${args[0]} ended with ${code}.\n${out}${err}`);
    }
  };
  const held = async (which: string) => {
    await until(`a request of ${which} that can be answered`, async () => {
      const known = knownDecisions((await knownAgents(cage.beckonHome)) ?? []);
      return known.some((one) => one.decision.held && namesOf(one).includes(which));
    });
  };
  const scene: Scene = {
    model,
    cage,
    claude: async (options) => {
      const claude = await startInteractive(cage, options);
      ptys.push(claude);
      return claude;
    },
    headless: (prompt, options) => startHeadless(cage, prompt, options),
    run: (program, options) => {
      const pty = startPty(cage, program, options);
      ptys.push(pty);
      return pty;
    },
    serve: async (...args) => {
      const serve = await startServe(cage, args);
      serves.push(serve);
      return serve;
    },
    beckon,
    install: (program) => {
      const which = program === undefined ? [] : ['--agent', program];
      return mustBeckon('install', '--workspace', cage.workspace, ...which);
    },
    held,
    decide: async (which, ...answer) => {
      await held(which);
      await mustBeckon('decide', which, ...answer);
    },
    open: async ({ entries = true, serveArgs = [], ...options } = {}) => {
      if (entries) {
        await scene.install();
      }
      const serve = await scene.serve(...serveArgs);
      return { serve, claude: await scene.claude(options) };
    },
  };
  const story = () =>
    [
      ...ptys.map(({ screen }) => `The screen:\n${screen()}`),
      ...serves.map(
        (serve) =>
          `The rows:\n${serve
            .history()
            .map((row) => JSON.stringify(row))
            .join('\n')}`,
      ),
      `The model was asked:\n${model.story()}`,
    ].join('\n\n');
  const end = async () => {
    const endings = [...ptys.map(({ close }) => close), ...serves.map(({ stop }) => stop)];
    const settled = await Promise.allSettled(endings.map((close) => close()));
    const leftovers = await endLeftovers(cage);
    await model.close();
    cage.remove();
    const problems = [
      ...settled.flatMap((ending) => (ending.status === 'rejected' ? [String(ending.reason)] : [])),
      ...leftovers.map((command) => `Left behind, and killed: ${command}`),
      ...model.strays
        .filter((host) => !usual.has(host))
        .map((host) => `Something in the cage wanted to reach ${host}.`),
    ];
    if (problems.length > 0) {
      throw new Error(problems.join('\n'));
    }
  };
  return { scene, story, end };
}
