import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { cagedCodex } from '../../test/agents/codex/cagedCodex.ts';
import { escalated } from '../../test/agents/codex/codexHands.ts';
import { cagedCopilot } from '../../test/agents/copilotCli/cagedCopilot.ts';
import { cagedQwen } from '../../test/agents/qwenCode/cagedQwen.ts';
import { cagedClaude } from '../../test/agents/support/cagedClaude.ts';
import { inCage, signalCaged } from '../../test/agents/support/leftovers.ts';
import { gate, until } from '../../test/agents/support/until.ts';
import type { EditorWindow } from '../../test/window/support/editorWindow.ts';
import { openStage, type Stage, type StageOptions } from '../../test/window/support/openStage.ts';
import type { StageParts } from '../../test/window/support/stageParts.ts';

/** What each program is asked to do; the first words that a person reads in its row. */
export const jobs = {
  claude: 'Refactor billing',
  codex: 'Fix flaky login test',
  qwen: 'Update the snapshots',
  copilot: 'Write migration guide',
} as const;

/** What Qwen Code makes once it may; short enough to be approved in its row. */
export const made = 'snaps.txt';

const shell = (command: string) => ({
  name: 'run_shell_command',
  input: { command, description: 'A step', is_background: false },
});

/** Opens a stage on which all four agent programs are set up by `beckon install`, for as long as `act` takes. */
export async function onProgramStage(
  parts: StageParts,
  options: StageOptions,
  act: (stage: Stage) => Promise<void>,
): Promise<void> {
  const stage = await openStage(parts, {
    folders: ['home/api'],
    programs: [cagedClaude, cagedCodex(), cagedQwen(), cagedCopilot()],
    ...options,
  });
  const { cage, model } = stage;
  const busy = gate();
  try {
    mkdirSync(join(cage.home, '.local', 'bin'), { recursive: true });
    symlinkSync(parts.claude, join(cage.home, '.local', 'bin', 'claude'));
    // Codex asks for a title, and the others take what they were asked first.
    model.script('title', [{ text: JSON.stringify({ title: jobs.codex }) }]);
    model.script('claude', [{ text: 'Invoices first.\n\nThen', midway: busy }], jobs.claude);
    model.script('codex', [{ tools: [escalated('npm run e2e')] }, { text: 'All pass.' }], jobs.codex);
    model.script('qwen', [{ tools: [shell(`touch ${made}`)] }, { text: 'Up to date.' }], jobs.qwen);
    model.script('copilot', [{ text: 'The guide is in docs/migration.md.' }], jobs.copilot);
    const { code, out, err } = await stage.beckon('install', '--agent', 'all', '--workspace', cage.workspace);
    if (code !== 0) {
      throw new Error(`beckon install ended with ${code}.\n${out}${err}`);
    }
    await act(stage);
  } finally {
    busy.open();
    // The server of Codex outlives its terminal.
    for (const one of inCage(cage).filter(({ command }) => command.includes('app-server'))) {
      signalCaged(one, 'SIGKILL');
    }
    await stage.end();
  }
}

/** The line of each program into which a prompt is typed. */
const inputs = {
  claude: /^❯/mu,
  codex: /^› (?!\d\.)/mu,
  qwen: /> .*Type your message/u,
  copilot: /\? help/u,
};

/** A program that a person starts in a terminal. */
export type ProgramCommand = keyof typeof inputs;

/** Starts a program in a terminal of its own and gives it its job, as a person would. */
export async function startProgram(window: EditorWindow, command: ProgramCommand): Promise<void> {
  const screen = (what: string, probe: (text: string) => boolean) =>
    until(what, async () => probe(await window.terminalText()), { instead: () => window.terminalText() });
  await window.run('workbench.action.terminal.new');
  await screen('a shell', (text) => /^\$ ?$/mu.test(text));
  await window.focusTerminal();
  await window.type(command);
  await window.press('Enter');
  if (command === 'codex') {
    await screen('the question about hooks', (text) => text.includes('Hooks need review'));
    // It takes no key before it has drawn what it is for.
    await window.page.waitForTimeout(500);
    await window.press('ArrowDown');
    await screen('the second answer', (text) => /^› 2\. Trust all/mu.test(text));
    await window.press('Enter');
    await screen('its end', (text) => !text.includes('Hooks need review'));
  }
  await until(
    `the input of ${command}`,
    async () => {
      const text = await window.terminalText();
      // Copilot CLI offers a key binding in a terminal of VS Code, now and then.
      if (text.includes('Set up terminal')) {
        await window.press('Escape');
        await window.page.waitForTimeout(500);
      }
      return inputs[command].test(text);
    },
    { instead: () => window.terminalText() },
  );
  await submit(window, jobs[command]);
}

/** Types a prompt into the terminal in front and sends it. */
async function submit(window: EditorWindow, prompt: string): Promise<void> {
  await window.focusTerminal();
  await window.type(prompt);
  // Sent together, the end of the line would be taken for a part of pasted text.
  await until(`${prompt} on the screen`, async () => (await window.terminalText()).includes(prompt), {
    instead: () => window.terminalText(),
  });
  await window.page.waitForTimeout(300);
  await window.press('Enter');
}
