import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { beckonFile, beckonModule, installedBeckon } from './support/beckon.ts';
import { everythingDrawn } from './support/everythingDrawn.ts';
import { holdTimers } from './support/holdTimers.ts';
import { productClock } from './support/productClock.ts';
import { needsBrowser, rowTexts, texts, ui } from './support/ui.ts';
import { until } from './support/until.ts';

const rows = '.sidebar .pane-body .monaco-list-row';
const status = '.statusbar-item[id*="beckon.status"]:visible';
const toast = '.notifications-toasts .notification-list-item';
const hover = '.monaco-hover:visible';
const welcome = '.sidebar .welcome-view-content:visible:has-text("No agents here yet")';

const setSpeed = (speed: number | undefined) =>
  vscode.workspace.getConfiguration().update('beckon.demo.speed', speed, vscode.ConfigurationTarget.Global);

/** Of a row whose turn is over, whether or not VS Code takes the person to have seen it. */
const finished = ':is(:has-text("idle"), :has-text("done · unseen"))';

const shownTerminal = (name: string) =>
  until(`the terminal ${name}`, () => {
    const { activeTerminal } = vscode.window;
    return activeTerminal?.name === name ? activeTerminal : undefined;
  });

describe('The demo agents', () => {
  before(async function () {
    needsBrowser(this);
    await until('Beckon is active', () => installedBeckon().isActive);
    await vscode.commands.executeCommand('beckon.showAgents');
    await setSpeed(1000);
  });

  after(() => setSpeed(undefined));

  it('play in the tree: one is done, one needs permission, one asks, one died; most urgent first', async () => {
    await vscode.commands.executeCommand('beckon.startDemo');
    const shown = await until('all four have played', async () => {
      const now = await rowTexts(rows);
      const done = now.some((row) => row.includes('Refactor billing') && row.includes('done · unseen'));
      const asked = now.filter(
        (row) => row.includes('$ npm run e2e') || row.includes('? Which package manager'),
      );
      return done && asked.length === 2 && now.some((row) => row.includes('died')) ? now : undefined;
    });
    // They start at the same time, and whoever is heard first is first among equals.
    const [folder, ...others] = shown ?? [];
    assert.match(folder ?? '', /3 need you/);
    const [permission, question] = [others.slice(0, 2), others.slice(2, 4)]
      .map((row) => row.join('\n'))
      .sort();
    assert.match(permission ?? '', /Fix flaky login test.*\$ npm run e2e/s);
    assert.match(question ?? '', /Write migration guide.*\? Which package manager/s);
    assert.match(others[4] ?? '', /Refactor billing.*done · unseen/s);
    assert.match(others.at(-1) ?? '', /Port to pnpm.*died · exit 137/s);
  });

  it('are counted in the status bar, in the warning colour, and on the badge', async () => {
    await ui({ do: 'waitFor', selector: '.statusbar-item.warning-kind:has-text("3 need you")' });
    await ui({ do: 'waitFor', selector: '.activitybar .badge-content:has-text("3")' });
  });

  it('say more when the mouse rests on one, and ticks do not take that away', async () => {
    await beckonModule().deactivate();
    const ticks = holdTimers(beckonFile(), (ms, repeats) => repeats && ms === 1000);
    try {
      await beckonModule().activate();
      await vscode.commands.executeCommand('beckon.startDemo');
      for (const text of ['died · exit 137', '$ npm run e2e', '? Which package manager', 'done · unseen']) {
        await ui({ do: 'waitFor', selector: `${rows}:has-text("${text}")` });
      }
      const row = `${rows}:has-text("Fix flaky login test")`;
      let [looks, ticked] = ['', 0];
      await until('the hover has outlived three ticks', async () => {
        const now = (await texts(row)).join();
        if (now !== looks) {
          // It looks different, its duration at least: then it is drawn again, and the hover with it.
          [looks, ticked] = [now, 0];
          await ui({ do: 'moveMouse', x: 600, y: 300 });
          await until('the hover', async () => {
            // A row that is drawn anew under a mouse that rests says nothing until the mouse moves.
            await ui({ do: 'hover', selector: row });
            return (await texts(`${hover}:has-text("needs you · Bash npm run e2e")`)).length > 0;
          });
          return false;
        }
        ticks.run();
        ticked += 1;
        await everythingDrawn(`tick ${ticked}`);
        const isThere = (await texts(hover)).join().includes('Fix flaky login test');
        // Something else may have taken it away once; what every tick takes away never lives that long.
        looks = isThere ? looks : '';
        return isThere && ticked >= 3;
      });
    } finally {
      await beckonModule().deactivate();
      ticks.end();
      await beckonModule().activate();
    }
  });

  it('ask in a toast, and go on when it is answered there', async () => {
    await vscode.commands.executeCommand('beckon.stopDemo');
    await ui({ do: 'waitFor', selector: welcome });
    await vscode.commands.executeCommand('notifications.clearAll');
    await vscode.commands.executeCommand('beckon.startDemo');
    const asking = `${toast}:has-text("wants to run: npm run e2e")`;
    await ui({ do: 'waitFor', selector: asking });
    assert.match((await texts(asking)).join(), /Approve.*Deny.*Escalate/s);
    // Longer than it takes to read.
    productClock.moveOn(1000);
    await ui({ do: 'click', selector: `${asking} .monaco-button:has-text("Approve")` });
    await ui({
      do: 'waitFor',
      selector: `${rows}:has-text("Fix flaky login test"):has-text("done · unseen")`,
    });
    await ui({ do: 'waitFor', selector: '.statusbar-item.warning-kind:has-text("2 need you")' });
  });

  it('have a terminal, in which what was left to it is answered', async () => {
    const question = `${rows}:has-text("Write migration guide")`;
    const asking = `${toast}:has-text("Which package manager")`;
    await ui({ do: 'click', selector: `${asking} .monaco-button:has-text("Escalate")` });
    const terminal = await shownTerminal('Write migration guide (demo)');
    await ui({ do: 'waitFor', selector: `${rows}:has-text("in the terminal")` });
    terminal?.sendText('2', false);
    await ui({ do: 'waitFor', selector: `${question}${finished}` });
    await ui({ do: 'waitFor', selector: '.statusbar-item.warning-kind:has-text("1 needs you")' });
  });

  it('take an answer in their own terminal while they also wait for one here', async () => {
    await vscode.commands.executeCommand('notifications.clearAll');
    await vscode.commands.executeCommand('beckon.startDemo');
    await ui({ do: 'waitFor', selector: `${rows}:has-text("$ npm run e2e")` });
    const gone = vscode.commands.executeCommand('beckon.goToTerminal');
    await ui({ do: 'click', selector: '.quick-input-widget:visible .monaco-list-row:has-text("Fix flaky")' });
    await gone;
    const terminal = await shownTerminal('Fix flaky login test (demo)');
    terminal?.sendText('1', false);
    await ui({ do: 'waitFor', selector: `${rows}:has-text("Fix flaky login test")${finished}` });
  });

  it('leave when they are stopped, and the welcome comes back', async () => {
    await vscode.commands.executeCommand('beckon.stopDemo');
    await ui({ do: 'waitFor', selector: welcome });
    await until('their terminals are closed', () => vscode.window.terminals.length === 0);
    await until('the status bar has nothing to say', async () => (await texts(status)).length === 0);
    assert.deepEqual(await texts(rows), []);
  });
});
