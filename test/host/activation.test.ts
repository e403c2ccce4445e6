import assert from 'node:assert/strict';
import { beckonModule, contributedCommands, installedBeckon, registeredCommands } from './support/beckon.ts';
import { needsBrowser, texts, ui } from './support/ui.ts';
import { until } from './support/until.ts';

const statusItem = '.statusbar-item:has-text("Beckon")';

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

  it('registers every command it contributes', async () => {
    assert.deepEqual([...(await registeredCommands())].sort(), [...contributedCommands()].sort());
  });

  it('shows its icon in the activity bar and its welcome in the view', async function () {
    needsBrowser(this);
    await ui({ do: 'click', selector: '.activitybar a.action-label[aria-label^="Beckon"]' });
    await ui({
      do: 'waitFor',
      selector: '.sidebar .welcome-view-content:visible:has-text("No agents here yet")',
    });
  });

  it('says Beckon in the status bar, and a click there opens the view', async function () {
    needsBrowser(this);
    await ui({ do: 'click', selector: '.activitybar a.action-label[aria-label^="Explorer"]' });
    await ui({ do: 'waitFor', selector: '.sidebar .explorer-folders-view' });
    await ui({ do: 'click', selector: statusItem });
    await ui({
      do: 'waitFor',
      selector: '.sidebar .welcome-view-content:visible:has-text("No agents here yet")',
    });
  });

  it('leaves nothing behind when it is deactivated, and comes back when it is activated again', async () => {
    await beckonModule().deactivate();
    assert.deepEqual(await registeredCommands(), []);
    if (process.env.BECKON_TEST_UI) {
      await ui({ do: 'waitFor', selector: statusItem, state: 'detached' });
      assert.deepEqual(await texts(statusItem), []);
    }
    await beckonModule().activate();
    assert.deepEqual([...(await registeredCommands())].sort(), [...contributedCommands()].sort());
    if (process.env.BECKON_TEST_UI) await ui({ do: 'waitFor', selector: statusItem });
  });
});
