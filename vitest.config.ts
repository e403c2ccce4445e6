import { defineConfig } from 'vitest/config';

// The levels that Mocha does not run inside VS Code; a folder under test/ each. tools/options.mjs names them all, in order.
const levels = [
  { name: 'unit', timeoutMs: 5_000 },
  { name: 'property', timeoutMs: 20_000 },
  { name: 'replay', timeoutMs: 5_000 },
  { name: 'programs', timeoutMs: 5_000 },
  { name: 'node', timeoutMs: 60_000 },
  { name: 'server', timeoutMs: 10_000 },
  { name: 'meta', timeoutMs: 60_000 },
  { name: 'agents', timeoutMs: 240_000 },
  { name: 'window', timeoutMs: 400_000 },
];

const bundled = new Set(['node', 'meta', 'agents']);

// These hold no state of their own, so their files can share one worker's modules: half the time goes into loading.
const pure = new Set(['unit', 'property', 'replay', 'programs']);

export default defineConfig({
  test: {
    // A forgotten `.only` would quietly skip the rest.
    allowOnly: false,
    projects: levels.map(({ name, timeoutMs }) => ({
      test: {
        name,
        include: [`test/${name}/**/*.test.ts`],
        testTimeout: timeoutMs,
        // On two cores vitest would leave one of them idle.
        maxWorkers: 2,
        // These levels run or inspect the bundles.
        ...(bundled.has(name) ? { globalSetup: ['test/support/buildOnce.ts'] } : {}),
        // The files of a worker share one VS Code and its page, which take seconds to come up.
        ...(name === 'window' ? { globalSetup: ['test/window/support/raiseStage.ts'], isolate: false } : {}),
        hookTimeout: timeoutMs,
        // Two cores: a listener of a test must get its turn within the two seconds a relay gives it.
        maxConcurrency: 3,
        // An agent program takes a core while it starts, and then mostly waits.
        ...(name === 'agents'
          ? {
              globalSetup: ['test/support/buildOnce.ts', 'test/agents/support/warmPrograms.ts'],
              maxWorkers: 3,
            }
          : {}),
        ...(pure.has(name) ? { isolate: false, pool: 'threads' as const } : {}),
      },
    })),
  },
});
