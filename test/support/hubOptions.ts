import { join } from 'node:path';
import type { HubOptions } from '../../src/node/hub/hubOptions.ts';
import { programs } from './programs.ts';

/** What a hub of a test is told: a window without folders that can ask, unless told otherwise. */
export function hubOptions(home: string, more: Partial<HubOptions> = {}): HubOptions {
  return {
    home,
    programs,
    env: { CLAUDE_CONFIG_DIR: join(home, 'claude') },
    version: '0',
    role: 'window',
    folders: [],
    hiddenWaitMs: () => 20_000,
    asks: true,
    canAsk: () => Promise.resolve(true),
    ownsShow: () => false,
    log: () => {},
    ...more,
  };
}
