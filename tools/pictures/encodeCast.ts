import type { Browser } from 'playwright-core';
import { animatedWebp, type WebpFrame } from './animatedWebp.ts';
import { pageScript } from './pageScript.ts';
import type { CastFrame } from './screencast.ts';

/** A frame as the page gives it. */
type EncodedPart = Omit<WebpFrame, 'picture' | 'durationMs'> & { readonly picture: string };

/** Makes an animation of a recording, without loss: of each frame only what differs from the one before is kept. */
export async function encodeCast(
  browser: Browser,
  frames: readonly CastFrame[],
  { lastMs, longestMs }: { readonly lastMs: number; readonly longestMs: number },
): Promise<Buffer> {
  const page = await browser.newPage();
  try {
    const encode = await pageScript<string, EncodedPart | undefined>(page, 'encodeFrame');
    const made: WebpFrame[] = [];
    for (const [index, frame] of frames.entries()) {
      const until = frames[index + 1]?.at ?? frame.at + lastMs;
      const durationMs = Math.min(until - frame.at, longestMs);
      const part = await encode(frame.png);
      const last = made.at(-1);
      if (part) {
        made.push({ ...part, durationMs, picture: Buffer.from(part.picture, 'base64') });
      } else if (last) {
        made[made.length - 1] = { ...last, durationMs: last.durationMs + durationMs };
      }
    }
    return animatedWebp(made);
  } finally {
    await page.close();
  }
}
