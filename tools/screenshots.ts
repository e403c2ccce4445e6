import { join } from 'node:path';
import { bringStageParts, type StageParts } from '../test/window/support/stageParts.ts';
import { bringAgentPrograms } from './agentPrograms/bringAgentPrograms.ts';
import { runMain, UserError } from './cache/userError.mjs';
import { launchBrowser } from './chromium/launchBrowser.ts';
import { cloneRoot, commandProgress } from './command.ts';
import { takeApproveFilm } from './pictures/approveFilm.ts';
import { takeAskPictures } from './pictures/askPictures.ts';
import { takeAuthoringPicture } from './pictures/authoringPicture.ts';
import { takeDemoPicture } from './pictures/demoPicture.ts';
import { takeHeroPicture } from './pictures/heroPicture.ts';
import { takeLookPictures } from './pictures/lookPictures.ts';
import { takeProgramPictures } from './pictures/programPictures.ts';
import { takeRowPictures } from './pictures/rowPictures.ts';
import { takeServePicture } from './pictures/servePicture.ts';
import { takeSetupPictures } from './pictures/setupPictures.ts';
import { takeWelcomePictures } from './pictures/welcomePictures.ts';

const media = join(cloneRoot, 'media');
const shots = join(cloneRoot, '.shots');
/** The README shows the one that goes with what the reader has. */
const themes = { dark: 'Default Dark Modern', light: 'Default Light Modern' };

async function inBothThemes(
  name: string,
  take: (file: string, theme: string) => Promise<void>,
): Promise<void> {
  for (const [look, theme] of Object.entries(themes)) {
    await take(join(media, `${name}-${look}.png`), theme);
  }
}

/** What there is to take, by the name a person asks for it with. */
const pictures: Readonly<Record<string, (parts: StageParts) => Promise<void>>> = {
  hero: (parts) => inBothThemes('hero', (file, theme) => takeHeroPicture(parts, file, theme)),
  approve: (parts) => takeApproveFilm(parts, join(media, 'approve.webp'), themes.dark),
  demo: (parts) => inBothThemes('demo', (file, theme) => takeDemoPicture(parts, file, theme)),
  serve: takeServe,
  authoring: (parts) => inBothThemes('authoring', (file, theme) => takeAuthoringPicture(parts, file, theme)),
  looks: (parts) => takeLookPictures(parts, shots),
  rows: (parts) => takeRowPictures(parts, shots),
  asks: (parts) => takeAskPictures(parts, shots),
  programs: takePrograms,
  setup: (parts) => takeSetupPictures(parts, shots),
  welcomes: (parts) => takeWelcomePictures(parts, shots),
};

/**
 * Takes pictures from the running product: those that are named, or all. Those of the documentation go to `media/`;
 * `looks`, `rows`, `asks`, `programs`, `setup` and `welcomes`, in light, dark and high contrast, go to `.shots/` and are only for
 * looking at.
 */
async function main(): Promise<number> {
  const asked = process.argv.slice(2);
  const unknown = asked.find((name) => !(name in pictures));
  if (unknown !== undefined) {
    const known = Object.keys(pictures).join(', ');
    throw new UserError(`There is no picture "${unknown}": one of ${known} is expected.`, 2);
  }
  const progress = commandProgress();
  const parts = await bringStageParts(cloneRoot, progress);
  for (const [name, take] of Object.entries(pictures)) {
    if (asked.length === 0 || asked.includes(name)) {
      await progress.step(`Taking ${name}`, () => take(parts));
    }
  }
  return 0;
}

async function takePrograms(parts: StageParts): Promise<void> {
  Object.assign(process.env, await bringAgentPrograms(commandProgress()));
  await takeProgramPictures(parts, shots);
}

async function takeServe({ chromium, claude, runDir }: StageParts): Promise<void> {
  const browser = await launchBrowser(chromium, runDir);
  try {
    await takeServePicture({ browser, claude, root: cloneRoot, file: join(media, 'serve.png') });
  } finally {
    await browser.close();
  }
}

await runMain(main);
