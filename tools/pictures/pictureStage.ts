import { execFileSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bash, type Step } from '../../test/agents/support/modelScript.ts';
import { type Gate, gate } from '../../test/agents/support/until.ts';
import type { EditorWindow } from '../../test/window/support/editorWindow.ts';
import type { IntegratedClaude } from '../../test/window/support/integratedClaude.ts';
import { openStage, type Stage, type StageOptions } from '../../test/window/support/openStage.ts';
import { QuickPick } from '../../test/window/support/quickPick.ts';
import type { StageParts } from '../../test/window/support/stageParts.ts';
import { withoutGit } from '../cache/withoutGit.mjs';
import { cloneRoot } from '../command.ts';
import { addPictureFonts, pictureFonts } from './pictureFonts.ts';

/** A stage that is furnished for pictures: a project, a worktree of it, and a model with something to do in both. */
export interface PictureStage {
  readonly stage: Stage;
  readonly project: string;
  readonly worktree: string;
  /** Keeps the agent that refactors at work until it is opened. */
  readonly busy: Gate;
  /** Opens the window on the project. */
  open(): Promise<EditorWindow>;
}

/** Where the parts of a window end, in dots of the page. */
export interface Arrangement {
  readonly sidebarWidth: number;
  readonly panelTop: number;
}

/** The prompts that the model of {@link openPictureStage} answers. */
export const prompts = {
  asks: 'Fix flaky login test',
  works: 'Refactor billing',
  done: 'Write migration guide',
} as const;

/** What the agent that asks wants to run. */
export const command = 'npm run e2e';

const scripts: Readonly<Record<'asks' | 'done', readonly Step[]>> = {
  asks: [
    {
      text: 'The test waits for a banner that comes late. Let me run it on its own first.',
      tools: [bash(command, { description: 'Run the login tests' })],
    },
    { text: 'All three pass. The banner is waited for now, and nothing sleeps any more.' },
  ],
  done: [{ text: 'The guide is in docs/migration.md: three steps, and what breaks.' }],
};

/** Claude shows whole paragraphs, so the last one is not seen yet. */
const works = 'Invoices first: net and gross are mixed up in three places.\n\nThen';

/** What the tests of the project say when they are run; the real ones would need a browser. */
const npm = `#!/bin/sh
printf '\\n> login-demo e2e\\n> playwright test login\\n\\n'
printf '  ✓ login › right password (312 ms)\\n  ✓ login › wrong password (187 ms)\\n  ✓ login › locked out (204 ms)\\n\\n  3 passed\\n'
`;

/** Opens a stage for pictures. Everything lies in the home, so that no path of this machine is in them. */
export async function openPictureStage(parts: StageParts, options: StageOptions = {}): Promise<PictureStage> {
  const stage = await openStage(parts, {
    folders: ['home/api'],
    ...options,
    settings: {
      'workbench.panel.opensMaximized': 'never',
      'terminal.integrated.fontFamily': pictureFonts,
      'terminal.integrated.fontSize': 12,
      'editor.minimap.enabled': false,
      ...options.settings,
    },
  });
  const { cage, model } = stage;
  const project = cage.workspace;
  const worktree = join(cage.home, 'api-docs');
  furnish(project, worktree);
  cage.trust(worktree);
  writeFileSync(join(cage.home, 'bin', 'npm'), npm, { mode: 0o755 });
  const busy = gate();
  model.script('asks', scripts.asks, prompts.asks);
  model.script('works', [{ text: works, midway: busy }], prompts.works);
  model.script('done', scripts.done, prompts.done);
  await stage.install();
  return {
    stage,
    project,
    worktree,
    busy,
    open: async () => {
      const window = await stage.open();
      await addPictureFonts(window.page);
      return window;
    },
  };
}

/** Starts an agent in a terminal of its own and gives it something to do, until its screen shows this. */
export async function startAgent(
  window: EditorWindow,
  { prompt, until, folder }: { readonly prompt: string; readonly until: RegExp; readonly folder?: string },
): Promise<IntegratedClaude> {
  const claude = folder ? await window.runClaudeIn(folder) : await window.runClaude();
  await claude.submit(prompt);
  await claude.sees(until);
  return claude;
}

/** Opens a file of the project in an editor. */
export async function openFile(window: EditorWindow, name: string): Promise<void> {
  await window.run('workbench.action.quickOpen');
  await new QuickPick(window).choose(name);
  await window.page.locator('.monaco-editor .view-line').first().waitFor();
}

/** Makes the project a repository with a worktree beside it. */
function furnish(project: string, worktree: string): void {
  cpSync(join(cloneRoot, 'tools', 'demo'), project, { recursive: true });
  const who = ['-c', 'user.name=Demo', '-c', 'user.email=demo@localhost', '-c', 'commit.gpgsign=false'];
  for (const args of [
    ['add', '.'],
    [...who, 'commit', '--quiet', '--message', 'A login, and its tests'],
    ['worktree', 'add', '--quiet', '-b', 'docs-v2', worktree],
  ]) {
    execFileSync('git', args, { cwd: project, env: withoutGit(), stdio: 'ignore' });
  }
}

/** Drags the edges of a window that shows its sidebar and its panel. */
export async function arrange(window: EditorWindow, { sidebarWidth, panelTop }: Arrangement): Promise<void> {
  const { page } = window;
  const side = await page.locator('.part.sidebar').boundingBox();
  const panel = await page.locator('.part.panel').boundingBox();
  if (!side || !panel) return;
  await drag(window, { x: side.x + side.width + 1, y: side.y + 200 }, { x: sidebarWidth, y: side.y + 200 });
  await drag(
    window,
    { x: panel.x + panel.width / 2, y: panel.y - 1 },
    { x: panel.x + panel.width / 2, y: panelTop },
  );
}

interface Point {
  readonly x: number;
  readonly y: number;
}

async function drag({ page }: EditorWindow, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
}
