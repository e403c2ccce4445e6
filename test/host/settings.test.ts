import * as vscode from 'vscode';
import { installedBeckon } from './support/beckon.ts';
import { removeSettings, silencesNobody } from './support/hostileSettings.ts';
import { post } from './support/post.ts';
import { needsBrowser, texts } from './support/ui.ts';
import { until } from './support/until.ts';

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
    await silencesNobody('muted');
  });
});
