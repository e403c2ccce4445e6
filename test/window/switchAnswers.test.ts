import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { until } from '../agents/support/until.ts';
import { RawConnection, relayRequest, wireHead } from '../support/relayRequest.ts';
import { AgentTree } from './support/agentTree.ts';
import { it } from './support/stage.ts';
import { windowListeners } from './support/windowLife.ts';

it('an ask that only the terminal takes says how such asks are answered here, and its menu switches that', async ({
  stage: { cage },
  window,
}) => {
  const tell = async (event: string, fields: object) => {
    const head = wireHead({ program: 'copilot-cli', event });
    const body = JSON.stringify({ sessionId: 's1', cwd: cage.workspace, ...fields });
    for (const door of windowListeners(cage).values()) {
      await new RawConnection(door.port, relayRequest(door, head, body)).end();
    }
  };
  await tell('notification', {
    hook_event_name: 'Notification',
    notification_type: 'permission_prompt',
    message: 'Run command: touch a.txt',
  });
  const rule = join(cage.beckonHome, 'waits', 'copilot-cli.permissionRequest');
  const tree = new AgentTree(window);
  const row = / asks: .*, answer in the terminal/u;
  expect((await tree.tooltip(row)).text).toContain('To answer Copilot CLI here from now on');
  expect(existsSync(rule)).toBe(false);
  await tree.select(row);
  await tree.chooseFromMenu(/^Switch Answers in VS Code/u);
  const asked = (text: string) => window.page.locator('.monaco-dialog-box', { hasText: text }).waitFor();
  await asked('each of them will wait for your answer in VS Code, up to 20 seconds');
  await window.press('Enter');
  await until('the rule of the relay', () => existsSync(rule));
  await window.run('beckon.switchAnswers');
  await asked('Copilot CLI is answered in VS Code. Stop that?');
  await window.press('Enter');
  await until('the end of the rule', () => !existsSync(rule));
  await tell('sessionEnd', { reason: 'user_exit' });
});
