import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { makeCage } from '../../test/agents/support/cage.ts';
import { bash } from '../../test/agents/support/modelScript.ts';
import { startModel } from '../../test/agents/support/scriptedModel.ts';
import { gate } from '../../test/agents/support/until.ts';
import { runCaptured } from '../testing/runCaptured.ts';
import { addPictureFonts, pictureFonts } from './pictureFonts.ts';
import { openPane, type TerminalPane } from './terminalPane.ts';

/** What the picture is made with: the browser that takes it, and where the programs are. */
export interface ServePicture {
  readonly browser: Browser;
  readonly claude: string;
  readonly root: string;
  readonly file: string;
}

const size = { cols: 84, rows: 25 };

/** Takes a picture of `beckon serve` beside the real Claude Code, which asks for permission while two others are busy and idle. */
export async function takeServePicture({ browser, claude, root, file }: ServePicture): Promise<void> {
  const model = await startModel();
  const busy = gate();
  const asks = [
    {
      text: 'Let me run the end-to-end tests first.',
      tools: [bash('npm run e2e -- login', { description: 'Run the login tests' })],
    },
  ];
  model.script('asks', asks, 'Fix the flaky login test');
  model.script('works', [{ text: 'Invoices first.', midway: busy }], 'Refactor billing');
  model.script('done', [{ text: 'The guide is in docs/migration.md.' }], 'Write the migration guide');
  const cage = makeCage(model.url);
  const panes: TerminalPane[] = [];
  const open = (...command: readonly [string, ...string[]]) => {
    const pane = openPane(command, { ...size, cwd: cage.workspace, env: cage.env });
    panes.push(pane);
    return pane;
  };
  const node = process.env.BECKON_OUTER_NODE ?? process.execPath;
  const beckon = join(root, 'dist', 'beckon.cjs');
  try {
    await runCaptured([node, beckon, 'install', '--workspace', cage.workspace], {
      cwd: cage.workspace,
      timeoutMs: 30_000,
      env: cage.env,
    });
    const serve = open(node, beckon, 'serve');
    await serve.sees(/no agents/u);
    for (const [prompt, shown] of [
      ['Write the migration guide', /docs\/migration\.md/u],
      ['Refactor billing', /esc to interrupt/u],
      ['Fix the flaky login test', /Do you want to proceed\?/u],
    ] as const) {
      const pane = open(claude);
      await pane.sees(/^❯/mu);
      pane.type(prompt);
      await pane.sees(new RegExp(prompt, 'u'));
      pane.type('\r');
      await pane.sees(shown);
    }
    await serve.sees(/needs you · Bash npm run e2e/u);
    await serve.sees(/beckon decide/u);
    await shoot(browser, [panes.at(-1)?.html() ?? '', serve.html()], file);
  } finally {
    busy.open();
    await Promise.all(panes.map((pane) => pane.close()));
    await model.close();
    cage.remove();
  }
}

async function shoot(browser: Browser, [left, right]: readonly string[], file: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1500, height: 620 }, deviceScaleFactor: 1 });
  const pane = (title: string, html: string) => `<section><h1>${title}</h1><pre>${html}</pre></section>`;
  await page.setContent(`<style>
    body { margin: 0; padding: 14px; display: flex; gap: 14px; background: #11151c; width: max-content }
    section { background: #1e1e1e; border-radius: 8px; overflow: hidden; border: 1px solid #333a45 }
    h1 { margin: 0; padding: 7px 12px; font: 13px system-ui, sans-serif; color: #9aa4b2; background: #262b33 }
    pre { margin: 0; padding: 10px 12px; font: 13px/1.32 ${pictureFonts}; color: #d4d4d4 }
    pre div { height: 1.32em; white-space: pre }
  </style>${pane('claude', left ?? '')}${pane('beckon serve', right ?? '')}`);
  await addPictureFonts(page);
  await page.locator('body').screenshot({ path: file });
  await page.close();
}
