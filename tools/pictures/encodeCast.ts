import type { Browser } from 'playwright-core';
import { animatedWebp, type WebpFrame } from './animatedWebp.ts';
import { pageScript } from './pageScript.ts';
import type { CastFrame } from './screencast.ts';

/** How long an animation may take. */
const mostMs = 20_000;

/** A frame as the page gives it. */
type EncodedPart = Omit<WebpFrame, 'picture' | 'durationMs'> & { readonly picture: string };

/** How an animation is timed, in milliseconds. */
export interface CastTiming {
  /** How often the picture changes at most. */
  readonly everyMs: number;
  /** How long the last picture stands. */
  readonly lastMs: number;
  /** How long any other one stands at most: nobody wants to watch an agent think. */
  readonly longestMs: number;
}

/** Makes an animation of a recording: of each frame only what differs from the one before is kept. */
export async function encodeCast(
  browser: Browser,
  frames: readonly CastFrame[],
  { everyMs, lastMs, longestMs }: CastTiming,
): Promise<Buffer> {
  const page = await browser.newPage();
  try {
    const encode = await pageScript<string, EncodedPart | undefined>(page, 'encodeFrame');
    const made: WebpFrame[] = [];
    const kept = thinned(frames, everyMs);
    for (const [index, frame] of kept.entries()) {
      const next = kept[index + 1];
      const durationMs = next ? Math.min(next.at - frame.at, longestMs) : lastMs;
      const part = await encode(frame.png);
      const last = made.at(-1);
      if (part) {
        made.push({ ...part, durationMs, picture: Buffer.from(part.picture, 'base64') });
      } else if (last) {
        made[made.length - 1] = { ...last, durationMs: Math.min(last.durationMs + durationMs, longestMs) };
      }
    }
    // Somewhat faster than it was, where it would take longer than anybody watches.
    const wholeMs = made.reduce((sum, { durationMs }) => sum + durationMs, 0);
    const pace = Math.min(1, mostMs / wholeMs);
    return animatedWebp(made.map((frame) => ({ ...frame, durationMs: Math.round(frame.durationMs * pace) })));
  } finally {
    await page.close();
  }
}

/** The last frame of each stretch of time, which begins with it. */
function thinned(frames: readonly CastFrame[], everyMs: number): readonly CastFrame[] {
  const stretches = new Map(frames.map(({ at, png }) => [Math.floor(at / everyMs), png]));
  return [...stretches].map(([stretch, png]) => ({ at: stretch * everyMs, png }));
}
