import type { Page } from 'playwright-core';

/** What a page showed at one moment, as a PNG. */
export interface CastFrame {
  readonly at: number;
  readonly png: string;
}

/** A recording of a page. */
export interface Screencast {
  /** What was recorded so far. */
  readonly frames: readonly CastFrame[];
  stop(): Promise<void>;
}

/** Records what changes on a page, at most this often. A page on which nothing moves gives no frames. */
export async function startScreencast(page: Page, everyMs: number): Promise<Screencast> {
  const session = await page.context().newCDPSession(page);
  const frames: CastFrame[] = [];
  let nextAt = 0;
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    const now = Date.now();
    frames.push({ at: now, png: data });
    nextAt = Math.max(now, nextAt + everyMs);
    // The browser sends the next one after this, and not earlier.
    setTimeout(
      () => session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined),
      Math.max(0, Math.min(everyMs, nextAt + everyMs - now)),
    );
  });
  await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
  return {
    frames,
    stop: async () => {
      await session.send('Page.stopScreencast');
      await session.detach();
    },
  };
}
