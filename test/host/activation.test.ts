import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import {
  beckonFile,
  beckonModule,
  contributedCommands,
  installedBeckon,
  registeredCommands,
} from './support/beckon.ts';
import { needsBrowser, texts, ui } from './support/ui.ts';
import { until } from './support/until.ts';
import { watchTimers } from './support/watchTimers.ts';

const welcome = '.sidebar .welcome-view-content:visible:has-text("No agents here yet")';
const noProvider = '.sidebar .pane-body:visible:has-text("There is no data provider registered")';
const statusItem = '.statusbar-item[id="beckon.beckon.beckon.status"]:visible';

const setSpeed = (speed: number | undefined) =>
  vscode.workspace.getConfiguration().update('beckon.demo.speed', speed, vscode.ConfigurationTarget.Global);

/** The discovery files that lie in the home of this VS Code. */
function discoveries(): readonly string[] {
  const folder = join(homedir(), '.beckon', 'windows');
  return existsSync(folder)
    ? readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
    : [];
}

describe('The installed extension', () => {
  before(async () => {
    await until('Beckon is active', () => installedBeckon().isActive);
  });

  it('activates by itself when a window is up', () => {
    assert.equal(installedBeckon().isActive, true);
  });

  it('comes from the package, not from the source', () => {
    assert.match(installedBeckon().extensionPath, /extensions[\\/]beckon\.beckon-\d+\.\d+\.\d+/);
  });

  it('registers the commands it contributes, and no other', async () => {
    assert.deepEqual(await registeredCommands(), contributedCommands());
  });

  it('listens, and says so in a file of its own', async () => {
    const [discovery] =
      (await until('the discovery file', () => {
        const found = discoveries();
        return found.length > 0 ? found : undefined;
      })) ?? [];
    assert.match(discovery ?? '', /^\d+ \S{8,} \S{8,} \d+ 1\n/);
    const details = JSON.parse(discovery?.split('\n')[1] ?? '');
    assert.equal(details.role, 'window');
    assert.deepEqual(
      details.folders,
      vscode.workspace.workspaceFolders?.map(({ uri }) => uri.fsPath),
    );
  });

  it('shows its icon in the activity bar and its welcome in the view', async function () {
    needsBrowser(this);
    await ui({ do: 'click', selector: '.activitybar a.action-label[aria-label^="Beckon"]' });
    await ui({ do: 'waitFor', selector: welcome });
  });

  it('has nothing to say in the status bar while nothing runs, and a click there opens what is asked', async function () {
    needsBrowser(this);
    await ui({ do: 'waitFor', selector: statusItem, state: 'detached' });
    await setSpeed(1000);
    await vscode.commands.executeCommand('beckon.startDemo');
    await ui({ do: 'waitFor', selector: `${statusItem}:has-text("need")` });
    await vscode.commands.executeCommand('workbench.view.explorer');
    await ui({ do: 'waitFor', selector: '.sidebar .explorer-folders-view' });
    await ui({ do: 'click', selector: statusItem });
    await ui({ do: 'waitFor', selector: '.sidebar .monaco-list-row.selected' });
    await ui({
      do: 'waitFor',
      selector:
        '.quick-input-title:has-text("Which package manager"), .quick-input-title:has-text("npm run e2e")',
    });
    await ui({ do: 'press', key: 'Escape' });
    await vscode.commands.executeCommand('beckon.stopDemo');
    await ui({ do: 'waitFor', selector: welcome });
    await setSpeed(undefined);
  });

  describe('when it is deactivated', () => {
    before(async () => {
      await vscode.commands.executeCommand('beckon.showAgents');
      await beckonModule().deactivate();
    });

    it('listens no more', () => {
      assert.deepEqual(discoveries(), []);
    });

    it('has no commands', async () => {
      assert.deepEqual(await registeredCommands(), []);
    });

    it('has no status-bar item', async function () {
      needsBrowser(this);
      await ui({ do: 'waitFor', selector: statusItem, state: 'detached' });
      assert.deepEqual(await texts(statusItem), []);
    });

    it('has no one to fill its view', async function () {
      needsBrowser(this);
      await ui({ do: 'waitFor', selector: noProvider });
    });

    it('comes back when it is activated again', async () => {
      await beckonModule().activate();
      assert.deepEqual(await registeredCommands(), contributedCommands());
      if (process.env.BECKON_TEST_UI) {
        await ui({ do: 'waitFor', selector: noProvider, state: 'detached' });
        await ui({ do: 'waitFor', selector: welcome });
      }
    });
  });

  it('leaves no timer running when it is deactivated in the middle of the demo', async () => {
    await beckonModule().deactivate();
    const timers = watchTimers(beckonFile());
    try {
      await beckonModule().activate();
      await vscode.commands.executeCommand('beckon.startDemo');
      // The tree's, and one for each demo agent that waits for its turn.
      await until('timers run', () => timers.pending().length > 1);
      await beckonModule().deactivate();
      // Whoever waited for something with a limit hears that it is over, and clears its timer in its turn.
      await new Promise((resolve) => setImmediate(resolve));
      assert.deepEqual(timers.pending(), []);
    } finally {
      timers.end();
      await beckonModule().activate();
    }
  });
});
