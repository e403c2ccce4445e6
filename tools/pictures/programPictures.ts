import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../test/agents/support/until.ts';
import { AgentTree } from '../../test/window/support/agentTree.ts';
import type { StageParts } from '../../test/window/support/stageParts.ts';
import { lookSettings, takeInLooks } from './looks.ts';
import { arrange } from './pictureStage.ts';
import { jobs, made, onProgramStage, startProgram } from './programStage.ts';

const widths = [200, 300, 500];

/** Takes pictures of the four agent programs in one tree; two ask, and one of them is approved by a click. */
export async function takeProgramPictures(parts: StageParts, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const options = {
    viewport: { width: 1300, height: 900 },
    settings: {
      ...lookSettings,
      'workbench.panel.opensMaximized': 'never',
      'workbench.startupEditor': 'none',
      'beckon.install.ask': false,
      // All pictures are taken while both wait.
      'beckon.hiddenPromptSeconds': 58,
    },
  };
  await onProgramStage(parts, options, async (stage) => {
    const window = await stage.open();
    await startProgram(window, 'copilot');
    await arrange(window, { sidebarWidth: 300, panelTop: 360 });
    await startProgram(window, 'claude');
    await startProgram(window, 'qwen');
    await startProgram(window, 'codex');
    await window.seesRow(new RegExp(`^${jobs.qwen} asks: `, 'u'));
    await window.seesRow(new RegExp(`^${jobs.codex} asks: `, 'u'));
    for (const sidebarWidth of widths) {
      await arrange(window, { sidebarWidth, panelTop: 360 });
      await takeInLooks(window, join(folder, `programs-${sidebarWidth}`));
    }
    await new AgentTree(window).clickButton(new RegExp(`^${jobs.qwen} asks: `, 'u'), /^Approve/u);
    await until('what Qwen Code makes', () => stage.cage.has(made));
    await window.seesRow(new RegExp(`^${jobs.qwen}, (?:idle|done)`, 'u'));
    await takeInLooks(window, join(folder, 'programs-approved'));
  });
}
