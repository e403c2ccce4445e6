import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { RawConnection, relayRequest, wireHead } from '../../test/support/relayRequest.ts';
import type { EditorWindow } from '../../test/window/support/editorWindow.ts';
import { openStage, type Stage } from '../../test/window/support/openStage.ts';
import type { StageParts } from '../../test/window/support/stageParts.ts';
import { windowListeners } from '../../test/window/support/windowLife.ts';
import { lookSettings, takeInLooks } from './looks.ts';

const minute = 60_000;
const widths = [200, 300, 500];

interface Told {
  readonly session: string;
  readonly event: string;
  readonly minutesAgo: number;
  readonly fields?: object;
}

const died = '0f8c2d3e-1a2b-4c3d-8e4f-5a6b7c8d9e0f';

const turn = (session: string, prompt: string, minutesAgo: number): readonly Told[] => [
  { session, event: 'UserPromptSubmit', minutesAgo: minutesAgo + 3, fields: { prompt } },
  { session, event: 'Stop', minutesAgo },
];

/** One agent in every state that can be seen or unseen, and many that are idle. */
const scene: readonly Told[] = [
  { session: 'busy', event: 'UserPromptSubmit', minutesAgo: 16, fields: { prompt: 'Refactor billing' } },
  { session: 'busy', event: 'PreToolUse', minutesAgo: 12, fields: { tool_name: 'Bash', tool_use_id: 't' } },
  { session: 'works', event: 'UserPromptSubmit', minutesAgo: 4, fields: { prompt: 'Add invoices in euro' } },
  { session: 'works', event: 'PreToolUse', minutesAgo: 2, fields: { tool_name: 'Edit', tool_use_id: 'u' } },
  ...turn('done', 'Write migration guide', 2),
  ...turn('long', 'Look through all packages for calls of the old logger', 31),
  ...Array.from({ length: 20 }, (_, index) => ({
    session: `idle${index}`,
    event: 'SessionStart',
    minutesAgo: 60 + index,
    fields: { source: 'startup' },
  })),
  { session: 'limited', event: 'UserPromptSubmit', minutesAgo: 9, fields: { prompt: 'Translate the menu' } },
  { session: 'limited', event: 'StopFailure', minutesAgo: 6, fields: { error: 'rate_limit' } },
  { session: died, event: 'UserPromptSubmit', minutesAgo: 9, fields: { prompt: 'Port to pnpm' } },
  {
    session: died,
    event: 'agent:exited',
    minutesAgo: 1,
    fields: { agent_id: `claude-code:${died}`, exit_code: 137 },
  },
];

/** Takes pictures of rows in every state but asking, in narrow and wide sidebars, in every look. */
export async function takeRowPictures(parts: StageParts, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const stage = await openStage(parts, {
    folders: ['home/api'],
    viewport: { width: 900, height: 520 },
    settings: { ...lookSettings, 'beckon.install.ask': false, 'workbench.startupEditor': 'none' },
  });
  try {
    const window = await stage.open();
    await window.run('beckon.showAgents');
    for (const told of scene) {
      await tell(stage, told);
    }
    await window.seesRow(/^20 idle agents/u);
    await window.seesRow(/^Port to pnpm, died/u);
    await window.run('notifications.clearAll');
    for (const width of widths) {
      await widen(window, width);
      await takeInLooks(window, join(folder, `rows-${width}`));
    }
    await window.page.locator('.sidebar .monaco-list-row', { hasText: 'Port to pnpm' }).hover();
    await takeInLooks(window, join(folder, 'rows-died'));
    await window.page.locator('.sidebar .monaco-list-row', { hasText: '20 idle agents' }).click();
    await window.seesRow(/^Claude Code idle\d+, idle/u);
    await takeInLooks(window, join(folder, 'rows-idle'));
  } finally {
    await stage.end();
  }
}

async function tell({ cage }: Stage, { session, event, minutesAgo, fields }: Told): Promise<void> {
  const [door] = [...windowListeners(cage).values()];
  if (!door) throw new Error('no window listens');
  const head = wireHead({ event, at: Date.now() - minutesAgo * minute });
  const body = JSON.stringify({
    session_id: session,
    cwd: cage.workspace,
    hook_event_name: event,
    ...fields,
  });
  await new RawConnection(door.port, relayRequest(door, head, body)).end();
}

/** Drags the side bar to a width. */
export async function widen({ page }: EditorWindow, width: number): Promise<void> {
  const side = await page.locator('.part.sidebar').boundingBox();
  if (!side) return;
  const y = side.y + side.height - 60;
  await page.mouse.move(side.x + side.width + 1, y);
  await page.mouse.down();
  await page.mouse.move(side.x + width, y, { steps: 5 });
  await page.mouse.up();
  await page.mouse.move(side.x + width + 200, y);
}
