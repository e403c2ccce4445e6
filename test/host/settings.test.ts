import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { installedBeckon } from './support/beckon.ts';
import { beckonSettings, plantSettings, removeSettings } from './support/hostileSettings.ts';
import { post } from './support/post.ts';
import { needsBrowser, texts, ui } from './support/ui.ts';
import { until } from './support/until.ts';

const toasts = '.notifications-toasts .notification-list-item';
const rows = '.sidebar .pane-body .monaco-list-row';

describe('A repository that brings settings of Beckon', () => {
  before(async function () {
    needsBrowser(this);
    await until('Beckon is active', () => installedBeckon().isActive);
    await vscode.commands.executeCommand('beckon.showAgents');
  });

  afterEach(async () => {
    await removeSettings();
    await post('muted', 'SessionEnd', { reason: 'other' });
    await until('no row is left', async () => (await texts(rows)).length === 0);
    await vscode.commands.executeCommand('notifications.clearAll');
  });

  it('changes none of them, and silences nobody', async () => {
    const before = beckonSettings();
    await plantSettings();
    await post('muted', 'UserPromptSubmit', { prompt: 'Be loud' });
    await post('muted', 'StopFailure', { error: 'rate_limit' });
    assert.deepEqual(beckonSettings(), before);
    await ui({ do: 'waitFor', selector: `${toasts}:has-text("failed: rate limited")` });
  });
});
