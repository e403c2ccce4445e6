import { setTimeout as pause } from 'node:timers/promises';
import { bash, planSteps, type Step } from '../../test/agents/support/modelScript.ts';
import type { EditorWindow } from '../../test/window/support/editorWindow.ts';
import { openStage, type Stage } from '../../test/window/support/openStage.ts';
import { PlanPage } from '../../test/window/support/planPage.ts';
import { QuickPick } from '../../test/window/support/quickPick.ts';
import { bringStageParts } from '../../test/window/support/stageParts.ts';
import { cloneRoot, commandProgress } from '../command.ts';

const question = {
  question: 'Which color?',
  header: 'Color',
  multiSelect: false,
  options: [
    { label: 'Red', description: 'The warm one' },
    { label: 'Blue', description: 'The cold one' },
  ],
};

const over: Step = { text: 'The turn is over.' };
const scripts: Readonly<Record<Kind, readonly Step[]>> = {
  permission: [{ tools: [bash('touch made.txt')] }, over],
  question: [{ tools: [{ name: 'AskUserQuestion', input: { questions: [question] } }] }, over],
  plan: [...planSteps('# Paint the shed\n\n1. Buy paint\n'), over],
};

/** In its first moment a page takes no key, which may still be held down: a person waits. */
const pageCalmMs = 600;

type Kind = 'permission' | 'question' | 'plan';

/** What a person does with mouse and keys, counted. */
interface Hands {
  readonly click: (act: () => Promise<void>) => Promise<void>;
  readonly keys: (...keys: readonly string[]) => Promise<void>;
}

type Answer = (window: EditorWindow, hands: Hands) => Promise<void>;

const ways: readonly (readonly [kind: Kind, by: string, answer: Answer])[] = [
  ['permission', 'mouse', (window, { click }) => click(() => window.click('Approve', /wants to run/u))],
  [
    'question',
    'mouse',
    async (window, { click }) => {
      await click(() => window.click('Answer…', /asks:/u));
      await click(() => new QuickPick(window).answer('Blue'));
    },
  ],
  [
    'plan',
    'mouse',
    async (window, { click }) => {
      await click(() => window.click('Read Plan…', /has a plan/u));
      await click(() => new PlanPage(window).click('Accept'));
    },
  ],
  [
    'permission',
    'keyboard',
    async (window, { keys }) => {
      await keys('Control+k', 'b');
      await new QuickPick(window).isAt('Approve');
      await keys('Enter');
    },
  ],
  [
    'question',
    'keyboard',
    async (window, { keys }) => {
      await keys('Control+k', 'b');
      await new QuickPick(window).isAt('Red');
      await keys('ArrowDown');
      await new QuickPick(window).isAt('Blue');
      await keys('Enter');
    },
  ],
  [
    'plan',
    'keyboard',
    async (window, { keys }) => {
      await keys('Control+k', 'b');
      const page = new PlanPage(window);
      await page.hasFocusInText();
      await keys('Tab');
      await page.hasFocusOn('Accept');
      await pause(pageCalmMs);
      await keys('Enter');
      await page.isGone();
    },
  ],
];

/**
 * Prints how many clicks, keys and seconds it takes from the moment the model lets the real Claude Code ask until it has
 * the answer. Whoever clicks or presses here reads a notification for 0.9 seconds, and knows the answer at once.
 */
export async function benchAnswers(): Promise<void> {
  const parts = await bringStageParts(cloneRoot, commandProgress());
  const stage = await openStage(parts);
  try {
    await stage.install();
    const window = await stage.open();
    for (const [kind, by, answer] of ways) {
      process.stdout.write(`${kind} by ${by}: ${await measure(stage, window, { kind, answer })}\n`);
      await stage.clear();
    }
  } finally {
    await stage.end();
  }
}

async function measure(
  stage: Stage,
  window: EditorWindow,
  { kind, answer }: { readonly kind: Kind; readonly answer: Answer },
): Promise<string> {
  stage.model.script(kind, scripts[kind]);
  const claude = await stage.claudeOutside(...(kind === 'plan' ? ['--permission-mode', 'plan'] : []));
  await claude.submit(`Please play:${kind}`);
  await stage.model.asked(kind, scripts[kind].length - 2);
  const began = performance.now();
  await window.seesRow(/ asks: /u);
  let [clicks, pressed] = [0, 0];
  await answer(window, {
    click: async (act) => {
      clicks += 1;
      await act();
    },
    keys: async (...keys) => {
      for (const key of keys) {
        pressed += 1;
        await window.press(key);
      }
    },
  });
  await stage.model.asked(kind, scripts[kind].length - 1);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  return `${clicks} clicks, ${pressed} keys, ${seconds} s until the model has the answer`;
}
