import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { planSteps, type ToolUse } from '../../test/agents/support/modelScript.ts';
import type { EditorWindow } from '../../test/window/support/editorWindow.ts';
import { PlanPage } from '../../test/window/support/planPage.ts';
import { QuickPick } from '../../test/window/support/quickPick.ts';
import type { StageParts } from '../../test/window/support/stageParts.ts';
import { lookSettings, takeInLooks } from './looks.ts';
import { arrange, openPictureStage, prompts, startAgent } from './pictureStage.ts';

const question: ToolUse = {
  name: 'AskUserQuestion',
  input: {
    questions: [
      {
        question: 'Which package manager shall the guide assume?',
        header: 'Packages',
        multiSelect: false,
        options: [
          { label: 'pnpm', description: 'What the repository uses since March' },
          { label: 'npm', description: 'What most readers have' },
        ],
      },
      {
        question: 'Which chapters?',
        header: 'Chapters',
        multiSelect: true,
        options: [
          { label: 'Upgrade', description: 'From 1 to 2' },
          { label: 'Rollback', description: 'And back' },
        ],
      },
    ],
  },
};

const plan = `# Lock out after five failures

1. Count failures in \`login()\`, by address
2. Lock for **15 minutes**, not for good
3. Tell the person when to try again

\`\`\`ts
if (account.failedAttempts >= maxFailedAttempts) return 'locked';
\`\`\`
`;

/** Takes pictures of everything a person sees, in light, dark and high contrast, to be looked at and not kept. */
export async function takeLookPictures(parts: StageParts, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const { stage, worktree, open } = await openPictureStage(parts, {
    viewport: { width: 1200, height: 760 },
    settings: lookSettings,
  });
  const look = (window: EditorWindow, name: string) => takeInLooks(window, join(folder, name));
  try {
    const { model } = stage;
    model.script('question', [{ tools: [question] }, { text: 'Good.' }], 'Extend the guide');
    model.script('plan', [...planSteps(plan), { text: 'Good.' }], 'Plan the lockout');
    const window = await open();
    const { page } = window;
    await look(window, 'welcome');
    await startAgent(window, { prompt: prompts.done, until: /The guide is in/u, folder: worktree });
    await arrange(window, { sidebarWidth: 470, panelTop: 330 });
    await startAgent(window, { prompt: prompts.works, until: /Invoices first/u });
    await startAgent(window, { prompt: prompts.asks, until: /Do you want to proceed\?/u });
    await window.seesToast(/wants to run/u);
    // Under the mouse a toast stays.
    await page.locator('.notifications-toasts .notification-list-item-message').hover();
    await look(window, 'toast');
    await hover(page.locator('.part.sidebar .monaco-list-row', { hasText: prompts.asks }));
    await look(window, 'row');
    await hover(page.locator('.statusbar-item[id^="beckon.beckon"]'));
    await page.locator('.monaco-hover:visible').waitFor();
    await look(window, 'status');
    await window.click('Approve', /wants to run/u);
    await window.seesRow(new RegExp(`${prompts.asks}, (?:idle|done)`, 'u'));
    await window.seesFocusInTerminal();
    await startAgent(window, { prompt: 'Extend the guide', until: /Which package manager/u });
    await window.seesToast(/asks:/u);
    await window.click('Answer…', /asks:/u);
    const pick = new QuickPick(window);
    await pick.sees(/pnpm/u);
    await look(window, 'question');
    await pick.choose('pnpm');
    await pick.sees(/Upgrade/u);
    await look(window, 'several');
    await pick.tick('Upgrade');
    await window.run('workbench.action.terminal.killAll');
    const planner = await window.runClaude('--permission-mode', 'plan');
    await planner.submit('Plan the lockout');
    await window.seesToast(/has a plan/u);
    await window.click('Read Plan…', /has a plan/u);
    await new PlanPage(window).heading();
    await window.run('workbench.action.closePanel');
    await look(window, 'plan');
  } finally {
    await stage.end();
  }
}

async function hover(target: Locator): Promise<void> {
  await target.first().hover();
}
