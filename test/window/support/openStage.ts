import { mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { removeTree } from '../../../tools/cache/removeTree.mjs';
import { launchBrowser } from '../../../tools/chromium/launchBrowser.ts';
import { pageUrl } from '../../../tools/vscode/pageUrl.ts';
import { startServer } from '../../../tools/vscode/server.ts';
import { writeUserSettings } from '../../../tools/vscode/userSettings.ts';
import { type Cage, makeCage } from '../../agents/support/cage.ts';
import type { CagedProgram } from '../../agents/support/cagedProgram.ts';
import { isCleared } from '../../agents/support/claudeHands.ts';
import { type InteractiveClaude, startInteractive } from '../../agents/support/interactiveClaude.ts';
import { type CagedProcess, endLeftovers, inCage, signalCaged } from '../../agents/support/leftovers.ts';
import { type ScriptedModel, startModel } from '../../agents/support/scriptedModel.ts';
import { beckonProgram } from '../../agents/support/serve.ts';
import { until } from '../../agents/support/until.ts';
import { type Ended, ownNode, runProgram } from '../../support/runProgram.ts';
import { keybindings, keySettings } from './commandKeys.ts';
import { EditorWindow } from './editorWindow.ts';
import type { StageParts } from './stageParts.ts';
import { type WindowLife, windowLife, windowListeners } from './windowLife.ts';

/** How a stage differs from the usual one. */
export interface StageOptions {
  /** The names of the folders; the first is the usual one. */
  readonly folders?: readonly [string, ...string[]];
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Lets VS Code ask whether the folder is trusted. */
  readonly asksTrust?: boolean;
  /** How many dots of a picture make one of the page. */
  readonly scale?: number;
  /** What Node.js is started with, for VS Code's server and its extension hosts. */
  readonly nodeArgs?: readonly string[];
  /** The agent programs there are; Claude Code alone, unless told otherwise. */
  readonly programs?: readonly CagedProgram[];
}

/** A VS Code with the product in it, a model, and a cage around both: what the product is seen on. */
export interface Stage {
  readonly model: ScriptedModel;
  readonly cage: Cage;
  /** The browser that shows it. */
  readonly browser: Browser;
  /** Every window that is open. */
  readonly windows: readonly EditorWindow[];
  /** Opens a window on a folder, the first one unless told otherwise, and waits until the product listens there. */
  open(folder?: string): Promise<EditorWindow>;
  /** Starts a Claude Code in the first folder, on a terminal that is no window's. */
  claudeOutside(...args: readonly string[]): Promise<InteractiveClaude>;
  /** The same with another program, which shows a Claude Code on that terminal. */
  runOutside(program: string, ...args: readonly string[]): Promise<InteractiveClaude>;
  /** A Claude Code outside the windows, with an empty conversation. Tests share it, because a start takes seconds. */
  sharedClaude(): Promise<InteractiveClaude>;
  /** Runs the command line in the cage. */
  beckon(...args: readonly string[]): Promise<Ended>;
  /** Puts the entries into the settings of every folder. */
  install(): Promise<void>;
  /** The names of the discovery files of windows. */
  listeners(): readonly string[];
  /** Ends the shared Claude Code, if there is one. */
  endShared(): Promise<void>;
  /**
   * Ends every agent but the shared one, which begins a new conversation, closes all windows but the first, and puts
   * everything back as it was before a test.
   */
  clear(): Promise<void>;
  /** Closes every window and forgets every run, so that whatever a failed test left behind is gone. */
  startAfresh(): Promise<void>;
  /** Ends everything, and returns what did not end as it should. */
  end(): Promise<readonly string[]>;
}

const usualSettings = {
  ...keySettings,
  // Only then is the text of a terminal in the page.
  'terminal.integrated.gpuAcceleration': 'off',
  // Large enough for all of a dialog.
  'workbench.panel.opensMaximized': 'always',
  'window.confirmBeforeClose': 'never',
};

/** Builds a stage. Everything that runs on it has the cage's environment and nothing else. */
export async function openStage(parts: StageParts, options: StageOptions = {}): Promise<Stage> {
  const model = await startModel();
  const cage = makeCage(model.url, options.folders, options.programs);
  mkdirSync(parts.runDir, { recursive: true });
  const runDir = mkdtempSync(join(parts.runDir, 'run-'));
  const at = (name: string) => join(runDir, name);
  furnish(cage.home, parts.claude);
  writeUserSettings(at('data'), { ...usualSettings, ...options.settings });
  writeFileSync(join(at('data'), 'User', 'keybindings.json'), JSON.stringify(keybindings()));
  const env = {
    ...cage.env,
    PATH: `${join(cage.home, 'bin')}:${cage.env.PATH}`,
    EXTENSIONS_GALLERY: '{}',
    // Claude would bring its own extension into a VS Code that it finds itself in.
    CLAUDE_CODE_IDE_SKIP_AUTO_INSTALL: '1',
  };
  const server = await startServer({
    vscode: parts.vscode,
    runDir,
    dataDir: at('data'),
    extensionsDir: parts.extensions,
    env,
    port: 0,
    args: options.asksTrust ? [] : ['--disable-workspace-trust'],
    nodeArgs: options.nodeArgs ?? [],
  });
  const browser: Browser = await launchBrowser(parts.chromium, runDir);
  const context = await browser.newContext({
    viewport: options.viewport ?? { width: 1400, height: 800 },
    deviceScaleFactor: options.scale ?? 1,
  });
  const windows: EditorWindow[] = [];
  const outside: InteractiveClaude[] = [];
  let shared: InteractiveClaude | undefined;
  const crashed: WindowLife[] = [];

  const listeners = () => [...windowListeners(cage).keys()];
  const beckon = (...args: readonly string[]) =>
    runProgram(ownNode, [beckonProgram, ...args], { cwd: cage.workspace, env: cage.env });

  const startOutside = (program: string, ...args: readonly string[]) =>
    startInteractive(cage, { program, args, env: { PATH: env.PATH } });
  const runOutside = async (program: string, ...args: readonly string[]) => {
    const claude = await startOutside(program, ...args);
    outside.push(claude);
    return claude;
  };

  const endShared = async () => {
    await shared?.close();
    shared = undefined;
  };

  return {
    model,
    cage,
    browser,
    windows,
    listeners,
    claudeOutside: (...args) => runOutside(parts.claude, ...args),
    runOutside,
    sharedClaude: async () => {
      shared ??= await startOutside(parts.claude);
      return shared;
    },
    beckon,
    install: async () => {
      for (const folder of cage.folders) {
        const { code, out, err } = await beckon('install', '--workspace', folder);
        if (code !== 0) {
          throw new Error(`beckon install ended with ${code}.\n${out}${err}`);
        }
      }
    },
    open: async (folder = cage.workspace) => {
      const page = await context.newPage();
      page.on('dialog', (dialog) => dialog.accept());
      const life = windowLife(cage, folder);
      const shotsDir = join(parts.runDir, 'shots');
      const window = new EditorWindow(page, { folder, shotsDir, ...life, crashed: () => crashed.push(life) });
      windows.push(window);
      page.on('close', () => windows.splice(windows.indexOf(window), 1));
      await life.begin(() => page.goto(pageUrl(server, { folder }), { waitUntil: 'commit' }));
      await window.showAgents();
      return window;
    },
    endShared,
    clear: async () => {
      const first = windows.find(({ folder }) => folder === cage.workspace);
      for (const window of windows.filter((one) => one !== first)) {
        await window.close();
      }
      for (const life of crashed.splice(0)) {
        life.kill();
      }
      await Promise.all(outside.splice(0).map((claude) => claude.close()));
      await hangUp('every Claude Code', cage, ({ pid, command }) => pid !== shared?.pid && isClaude(command));
      if (!first) {
        // VS Code would give the terminals of a closed window to the next one, at a time of its own.
        await hangUp('every shell', cage, ({ command }) => /^\S*bash --init-file/u.test(command));
      }
      if (shared) {
        await startOver(shared);
      }
      await first?.clear(shared ? prompted : /./u);
      removeFiles(cage);
      model.forget();
    },
    startAfresh: async () => {
      await endShared();
      await Promise.all(windows.map((window) => window.close()));
      for (const name of ['runs', 'kept.json']) {
        removeTree(join(cage.beckonHome, name));
      }
    },
    end: async () => {
      const closed = await Promise.allSettled(windows.map((window) => window.close()));
      await browser.close();
      await server.stop();
      await endShared();
      const leftovers = await endLeftovers(cage);
      await model.close();
      cage.remove();
      removeTree(runDir);
      return [
        ...closed.flatMap((ending) => (ending.status === 'rejected' ? [String(ending.reason)] : [])),
        ...leftovers.map((command) => `Left behind, and killed: ${command}`),
        ...model.strays.map((host) => `Something in the cage wanted to reach ${host}.`),
      ];
    },
  };
}

/** Puts what a person has into the home: Claude Code on the path, and a shell that says little. */
function furnish(home: string, claude: string): void {
  mkdirSync(join(home, 'bin'));
  symlinkSync(claude, join(home, 'bin', 'claude'));
  writeFileSync(join(home, '.bashrc'), "PS1='$ '\n");
}

const isClaude = (command: string) => /^claude\b/u.test(command);

/** Ends processes in the cage as closing their terminal does: a closed window may leave some. */
async function hangUp(what: string, cage: Cage, isMeant: (one: CagedProcess) => boolean): Promise<void> {
  const meant = () => inCage(cage).filter(isMeant);
  for (const one of meant()) {
    signalCaged(one, 'SIGHUP');
    // A suspended one would not hear of it.
    signalCaged(one, 'SIGCONT');
  }
  await until(`the end of ${what}`, () => meant().length === 0);
}

/** The row of an agent that a test has prompted. */
const prompted = /^Please play:/u;

/** Begins a new conversation. */
async function startOver(claude: InteractiveClaude): Promise<void> {
  await claude.submit('/clear');
  // What is typed before that is over is lost, or becomes a part of it.
  await until('a clear screen', () => isCleared(claude.screen()), { instead: claude.screen });
}

/** What the folders keep from one test to the next: the repository, and the entries. */
const keptFiles = ['.git', '.claude'];

/** Removes what tests and agents made in the folders. */
function removeFiles({ folders }: Cage): void {
  for (const folder of folders) {
    for (const name of readdirSync(folder).filter((file) => !keptFiles.includes(file))) {
      removeTree(join(folder, name));
    }
  }
}
