import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { RawConnection, relayRequest, wireHead } from '../../test/support/relayRequest.ts';
import { AgentTree } from '../../test/window/support/agentTree.ts';
import type { EditorWindow } from '../../test/window/support/editorWindow.ts';
import { openStage, type Stage } from '../../test/window/support/openStage.ts';
import type { StageParts } from '../../test/window/support/stageParts.ts';
import { windowListeners } from '../../test/window/support/windowLife.ts';
import { lookSettings, takeInLooks } from './looks.ts';
import { widen } from './rowPictures.ts';

const widths = [200, 300];

interface Asked {
  readonly program: string;
  readonly event: string;
  readonly payload: object;
  readonly waits?: boolean;
}

const command = (text: string) => ({ tool_name: 'Bash', tool_input: { command: text } });
const asks = (program: string, session_id: string, fields: object): Asked => ({
  program,
  event: 'PermissionRequest',
  payload: { session_id, hook_event_name: 'PermissionRequest', turn_id: 't', model: 'm', ...fields },
  waits: true,
});

/** In conversations of their own: asks that wait as long as it takes, that give way, short and long, and one that only its terminal takes. */
const sceneAt = (width: number): readonly Asked[] => [
  {
    program: 'copilot-cli',
    event: 'notification',
    payload: {
      sessionId: `c${width}`,
      hook_event_name: 'Notification',
      notification_type: 'permission_prompt',
      message: 'Run command: rm -r dist',
      title: 'Permission needed',
    },
  },
  asks('claude-code', `a${width}`, command('npm test')),
  asks('codex', `x${width}`, command('touch a.txt')),
  asks('codex', `y${width}`, command('npm run e2e -- login.spec.ts --retries 3')),
];

/** Takes pictures of the rows of asks of several programs, as their relays tell of them, in narrow and wide sidebars. */
export async function takeAskPictures(parts: StageParts, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const stage = await openStage(parts, {
    folders: ['home/api'],
    viewport: { width: 900, height: 520 },
    settings: {
      ...lookSettings,
      'beckon.install.ask': false,
      'workbench.startupEditor': 'none',
      'beckon.hiddenPromptSeconds': 55,
    },
  });
  try {
    const window = await stage.open();
    await window.run('beckon.showAgents');
    for (const width of widths) {
      const scene = sceneAt(width);
      const relays = scene.map((asked, at) => ask(stage, asked, `${width}-${at}`));
      await window.seesRow(/ asks: \$ npm test/u);
      await window.seesRow(/ asks: \$ touch a\.txt, \d+s left, then in the terminal/u);
      await window.run('notifications.clearAll');
      await widen(window, width);
      await takeInLooks(window, join(folder, `asks-${width}`));
      const row = window.page.locator('.sidebar .monaco-list-row', { hasText: 'touch a.txt' });
      await row.hover();
      await takeInLooks(window, join(folder, `asks-${width}-hover`));
      if (width === widths.at(-1)) await takeSwitch(window, folder);
      for (const relay of relays) relay?.drop();
      for (const [at, asked] of scene.entries()) ask(stage, endOf(asked), `${width}-${at}-end`);
      await row.waitFor({ state: 'detached' });
    }
  } finally {
    await stage.end();
  }
}

/** The end of the conversation of who asked. */
function endOf({ program, payload }: Asked): Asked {
  const end = { ...payload, hook_event_name: 'SessionEnd', reason: 'other' };
  return { program, event: 'sessionId' in payload ? 'sessionEnd' : 'SessionEnd', payload: end };
}

/** What is said to whoever would rather answer here what only the terminal takes. */
async function takeSwitch(window: EditorWindow, folder: string): Promise<void> {
  const tree = new AgentTree(window);
  const row = / asks: do something.*answer in the terminal/u;
  await tree.tooltip(row);
  await takeInLooks(window, join(folder, 'asks-terminal'));
  await tree.select(row);
  await tree.chooseFromMenu(/^Switch Answers in VS Code/u);
  const dialog = window.page.locator('.monaco-dialog-box');
  await dialog.waitFor();
  await takeInLooks(window, join(folder, 'asks-switch'));
  await window.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

function ask(
  { cage }: Stage,
  { program, event, payload, waits = false }: Asked,
  id: string,
): RawConnection | undefined {
  const [door] = [...windowListeners(cage).values()];
  if (!door) throw new Error('no window listens');
  const head = wireHead({ program, event, id, waits, at: Date.now() });
  const body = JSON.stringify({ cwd: cage.workspace, ...payload });
  const relay = new RawConnection(door.port, relayRequest(door, head, body));
  return waits ? relay : undefined;
}
