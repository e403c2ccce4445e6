import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { build } from 'esbuild';
import { openStage } from '../../test/window/support/openStage.ts';
import { bringStageParts } from '../../test/window/support/stageParts.ts';
import { windowListeners } from '../../test/window/support/windowLife.ts';
import { atExit } from '../cache/cleanup.mjs';
import { removeTree } from '../cache/removeTree.mjs';
import { cloneRoot, commandProgress } from '../command.ts';
import { type Entered, enteredDuring } from './enteredDuring.ts';
import { ExtensionHost } from './extensionHost.ts';
import { freePort } from './freePort.ts';
import { relay } from './relay.ts';

const session = '11111111-2222-4333-8444-555555555555';
/** VS Code has a lot to do when a window opens. */
const settleMs = 20_000;
/** After this everything that an event starts is over, what the next second does about it too. */
const calmMs = 3000;
const windowSettings = { 'remote.autoForwardPortsSource': 'output', 'git.enabled': false };

/**
 * Every function that a window enters at a permission request, with the view hidden, and after the mark `click` at a click on
 * Approve in its notification.
 */
export async function windowRequest(idleMs: number): Promise<readonly Entered[]> {
  const parts = await bringStageParts(cloneRoot, commandProgress());
  const extensions = mkdtempSync(join(tmpdir(), 'beckon-extensions-'));
  const forget = atExit(() => removeTree(extensions));
  cpSync(parts.extensions, extensions, { recursive: true });
  await asSources(extensions);
  const port = await freePort();
  const nodeArgs = ExtensionHost.inspectable(port);
  const stage = await openStage({ ...parts, extensions }, { settings: windowSettings, nodeArgs });
  const agentProcess = spawn('sleep', ['600'], { stdio: 'ignore' });
  try {
    await stage.install();
    const window = await stage.open();
    await window.run('workbench.action.toggleSidebarVisibility');
    await delay(settleMs);
    const [listener] = windowListeners(stage.cage).values();
    const inspector = await new ExtensionHost(listener?.pid ?? 0, port).inspect();
    const { beckonHome, workspace: cwd, env: around } = stage.cage;
    const agent = {
      path: join(beckonHome, 'bin', 'claude-code'),
      cwd,
      session,
      env: { ...around, CLAUDE_PID: String(agentProcess.pid) },
    };
    let call = 0;
    const tool = () => ({ tool_name: 'Bash', tool_input: { command: 'make' }, tool_use_id: `t${call}` });
    await relay(agent, 'UserPromptSubmit', { prompt: 'Make it' });
    const entered = await enteredDuring(inspector, idleMs, {
      act: async (mark) => {
        call += 1;
        const answer = relay(agent, 'PermissionRequest', tool());
        await delay(calmMs);
        await mark('click');
        await window.click('Approve', /wants to run/u);
        if (!(await answer).includes('allow')) throw new Error('The request was not answered.');
        await delay(calmMs);
      },
      again: async () => {
        await relay(agent, 'PostToolUse', tool());
        await delay(calmMs);
      },
    });
    inspector.close();
    return entered;
  } finally {
    agentProcess.kill();
    await stage.end();
    removeTree(extensions);
    forget();
  }
}

/** Makes the installed extension run a script for each file of `src`. */
async function asSources(extensions: string): Promise<void> {
  const name = readdirSync(extensions).find((one) => one.startsWith('beckon.beckon-')) ?? '';
  const place = join(extensions, name);
  await build({
    entryPoints: ['src/**/*.ts'],
    absWorkingDir: cloneRoot,
    outdir: join(place, 'src'),
    outbase: 'src',
    outExtension: { '.js': '.ts' },
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    define: { BECKON_VERSION: '"0.0.0"' },
    logLevel: 'warning',
  });
  writeFileSync(join(place, 'src', 'package.json'), '{"type":"commonjs"}');
  writeFileSync(join(place, 'dist', 'extension.cjs'), "module.exports = require('../src/extension.ts');\n");
  symlinkSync(join(cloneRoot, 'node_modules'), join(place, 'node_modules'));
}
