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

/** Records what changes on a page. A page on which nothing moves gives no frames. */
export async function startScreencast(page: Page): Promise<Screencast> {
  const session = await page.context().newCDPSession(page);
  const frames: CastFrame[] = [];
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    frames.push({ at: Date.now(), png: data });
    // The browser sends the next one after this; the page may be closed by then.
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 4 });
  return {
    frames,
    stop: async () => {
      await session.send('Page.stopScreencast');
      await session.detach();
    },
  };
}
