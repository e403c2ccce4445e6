import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStage, type StageOptions } from '../../test/window/support/openStage.ts';
import type { StageParts } from '../../test/window/support/stageParts.ts';
import { lookSettings, takeInLooks } from './looks.ts';

/** A window without agents, and what makes it one of its kind. */
interface Scene extends StageOptions {
  readonly name: string;
  readonly welcomes: string;
  readonly furnish?: (workspace: string) => void;
}

const scenes: readonly Scene[] = [
  { name: 'welcome-not-installed', welcomes: 'Set Up for This Workspace' },
  {
    name: 'welcome-unhealthy',
    welcomes: 'does not get events from every agent',
    furnish: (workspace) => {
      mkdirSync(join(workspace, '.claude'), { recursive: true });
      writeFileSync(join(workspace, '.claude', 'settings.json'), '{ "disableAllHooks": true }\n');
    },
  },
  {
    name: 'welcome-restricted',
    welcomes: 'Restricted Mode',
    asksTrust: true,
    settings: { ...lookSettings, 'security.workspace.trust.startupPrompt': 'never' },
  },
];

/** Takes pictures of what the view says while there are no agents in it, in every look. */
export async function takeWelcomePictures(parts: StageParts, folder: string): Promise<void> {
  for (const { name, welcomes, furnish, ...options } of scenes) {
    const stage = await openStage(parts, {
      folders: ['home/api'],
      viewport: { width: 1200, height: 760 },
      settings: lookSettings,
      ...options,
    });
    try {
      if (furnish) await stage.install();
      furnish?.(stage.cage.workspace);
      const window = await stage.open();
      await window.run('beckon.showAgents');
      await window.page.locator('.sidebar .welcome-view-content:visible', { hasText: welcomes }).waitFor();
      await takeInLooks(window, join(folder, name));
    } finally {
      await stage.end();
    }
  }
}
