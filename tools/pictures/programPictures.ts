import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { RawConnection, relayRequest, wireHead } from '../../test/support/relayRequest.ts';
import type { Stage } from '../../test/window/support/openStage.ts';
import { openStage } from '../../test/window/support/openStage.ts';
import type { StageParts } from '../../test/window/support/stageParts.ts';
import { windowListeners } from '../../test/window/support/windowLife.ts';
import { lookSettings, takeInLooks } from './looks.ts';
import { widen } from './rowPictures.ts';

const widths = [200, 300, 500];
const ask = (session: string, command: string, more = {}) => ({
  session_id: session,
  tool_name: 'Bash',
  tool_input: { command },
  ...more,
});

/** Takes pictures of agents of several programs in one tree, with a request that waits only for a while, in every look. */
export async function takeProgramPictures(parts: StageParts, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const stage = await openStage(parts, {
    folders: ['home/api'],
    viewport: { width: 900, height: 420 },
    settings: {
      ...lookSettings,
      'beckon.hiddenPromptSeconds': 600,
      'beckon.install.ask': false,
      'workbench.startupEditor': 'none',
    },
  });
  try {
    const window = await stage.open();
    await window.run('beckon.showAgents');
    const tell = (event: string, fields: object) => send(stage, 'claude-code', event, fields).end();
    const told = (event: string, fields: object) => send(stage, 'beckon', event, fields).end();
    await tell('UserPromptSubmit', { session_id: 'a', prompt: 'Fix flaky login test' });
    send(stage, 'claude-code', 'PermissionRequest', ask('a', 'npm run e2e'), true);
    await tell('UserPromptSubmit', { session_id: 'b', prompt: 'Refactor billing' });
    const explore = { agent_id: 'x', agent_type: 'Explore' };
    send(stage, 'claude-code', 'PermissionRequest', ask('b', 'git log --stat', explore), true);
    await window.seesRow(/^Explore, needs you/u);
    await window.run('notifications.clearAll');
    for (const width of widths) {
      await widen(window, width);
      await takeInLooks(window, join(folder, `one-program-${width}`));
    }
    await told('agent:working', { agent_id: 'codex:c', detail: 'Edit src/invoice.ts' });
    await told('agent:prompt', { agent_id: 'qwen-code:q', prompt_type: 'permission' });
    await told('agent:idle', { agent_id: 'copilot-cli:p' });
    await window.seesRow(/^Copilot CLI p/u);
    await window.run('notifications.clearAll');
    for (const width of widths) {
      await widen(window, width);
      await takeInLooks(window, join(folder, `programs-${width}`));
    }
    await window.page.locator('.sidebar .monaco-list-row', { hasText: 'git log' }).hover();
    await takeInLooks(window, join(folder, 'programs-ask'));
    await window.page.locator('.sidebar .monaco-list-row', { hasText: 'Refactor billing' }).hover();
    await window.page.locator('.monaco-hover:visible').waitFor();
    // It goes when the look changes.
    await window.page.screenshot({ path: join(folder, 'programs-hover.png') });
    for (const key of ['Control+k', 'Control+g']) {
      await window.press(key);
    }
    await window.page.locator('.quick-input-list .monaco-list-row').first().waitFor();
    await takeInLooks(window, join(folder, 'programs-list'));
  } finally {
    await stage.end();
  }
}

/** Tells of an event as the relay of a program does. */
function send({ cage }: Stage, program: string, event: string, fields: object, waits = false): RawConnection {
  const [door] = [...windowListeners(cage).values()];
  if (!door) throw new Error('no window listens');
  const head = wireHead({ program, event, at: Date.now(), waits });
  const body = JSON.stringify({ cwd: cage.workspace, hook_event_name: event, ...fields });
  return new RawConnection(door.port, relayRequest(door, head, body));
}
