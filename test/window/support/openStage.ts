import { mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { removeTree } from '../../../tools/cache/removeTree.mjs';
import { launchBrowser } from '../../../tools/chromium/launchBrowser.ts';
import { pageUrl } from '../../../tools/vscode/pageUrl.ts';
import { startServer } from '../../../tools/vscode/server.ts';
import { writeUserSettings } from '../../../tools/vscode/userSettings.ts';
import { type Cage, makeCage } from '../../agents/support/cage.ts';
import { type InteractiveClaude, startInteractive } from '../../agents/support/interactiveClaude.ts';
import { endLeftovers, inCage } from '../../agents/support/leftovers.ts';
import { type ScriptedModel, startModel } from '../../agents/support/scriptedModel.ts';
import { beckonProgram } from '../../agents/support/serve.ts';
import { until } from '../../agents/support/until.ts';
import { type Ended, ownNode, runProgram } from '../../support/runProgram.ts';
import { keybindings, keySettings } from './commandKeys.ts';
import { EditorWindow } from './editorWindow.ts';
import type { StageParts } from './stageParts.ts';
import { windowLife, windowListeners } from './windowLife.ts';

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
  claudeOutside(...command: readonly string[]): Promise<InteractiveClaude>;
  /** Runs the command line in the cage. */
  beckon(...args: readonly string[]): Promise<Ended>;
  /** Puts the entries into the settings of every folder. */
  install(): Promise<void>;
  /** The names of the discovery files of windows. */
  listeners(): readonly string[];
  /** Ends the agents, closes all windows but the first, and puts everything back as it was before a test. */
  clear(): Promise<void>;
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
  const cage = makeCage(model.url, options.folders);
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
  });
  const browser: Browser = await launchBrowser(parts.chromium, runDir);
  const context = await browser.newContext({
    viewport: options.viewport ?? { width: 1400, height: 800 },
    deviceScaleFactor: options.scale ?? 1,
  });
  const windows: EditorWindow[] = [];
  const outside: InteractiveClaude[] = [];

  const listeners = () => [...windowListeners(cage).keys()];
  const beckon = (...args: readonly string[]) =>
    runProgram(ownNode, [beckonProgram, ...args], { cwd: cage.workspace, env: cage.env });

  return {
    model,
    cage,
    browser,
    windows,
    listeners,
    claudeOutside: async (program = parts.claude, ...args) => {
      const claude = await startInteractive(cage, { program, args, env: { PATH: env.PATH } });
      outside.push(claude);
      return claude;
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
      const window = new EditorWindow(page, { folder, shotsDir: join(parts.runDir, 'shots'), ...life });
      windows.push(window);
      page.on('close', () => windows.splice(windows.indexOf(window), 1));
      await life.begin(() => page.goto(pageUrl(server, { folder }), { waitUntil: 'commit' }));
      await window.run('beckon.showAgents');
      return window;
    },
    clear: async () => {
      const [first, ...others] = windows;
      for (const window of others) {
        await window.close();
      }
      await Promise.all(outside.splice(0).map((claude) => claude.close()));
      await endClaudes(cage);
      await first?.clear();
      removeFiles(cage);
      model.forget();
    },
    end: async () => {
      const closed = await Promise.allSettled(windows.map((window) => window.close()));
      await browser.close();
      await server.stop();
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

/** Ends every Claude Code in the cage as the closing of its terminal does: one may be left by a window that is gone. */
async function endClaudes(cage: Cage): Promise<void> {
  const claudes = () => inCage(cage).filter(({ command }) => /^claude\b/u.test(command));
  for (const { pid } of claudes()) {
    process.kill(pid, 'SIGHUP');
  }
  await until('the end of every Claude Code', () => claudes().length === 0);
}

/** Removes what an agent made in the folders. */
function removeFiles({ folders }: Cage): void {
  for (const folder of folders) {
    for (const name of readdirSync(folder).filter((file) => !file.startsWith('.'))) {
      removeTree(join(folder, name));
    }
  }
}
