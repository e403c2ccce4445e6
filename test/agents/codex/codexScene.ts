import { afterAll, test } from 'vitest';
import { type OpenScene, openScene, type Scene } from '../support/scene.ts';
import type { Serve } from '../support/serve.ts';
import { cagedCodex } from './cagedCodex.ts';
import { type CodexHands, codexHands } from './codexHands.ts';

/** What the tests of a file share: one Codex on a terminal, a listener, and the entries. */
export interface CodexScene {
  readonly scene: Scene;
  readonly codex: CodexHands;
  readonly serve: Serve;
  /** What doctor said before the person let the hooks run. */
  readonly beforeReview: string;
}

/** What doctor says of Codex in the workspace. */
export async function doctor({ beckon, cage }: Scene): Promise<string> {
  return (await beckon('doctor', '--agent', 'codex', '--workspace', cage.workspace)).out;
}

/** Makes tests that share one Codex, as it takes seconds to start. After a failure the next one gets a new one. */
export function codexIt() {
  let open: (OpenScene & CodexScene) | undefined;
  const close = async () => {
    const was = open;
    open = undefined;
    await was?.end();
  };
  const opened = async () => {
    if (open && !open.codex.ended()) {
      return open;
    }
    await close();
    const fresh = await openScene([cagedCodex()]);
    try {
      await fresh.scene.install('codex');
      const serve = await fresh.scene.serve();
      const codex = codexHands(fresh.scene.run('codex', { args: ['--no-daemon'] }));
      const beforeReview = await doctor(fresh.scene);
      await codex.trustHooks();
      open = { ...fresh, serve, codex, beforeReview };
      return open;
    } catch (error) {
      process.stderr.write(`${fresh.story()}\n`);
      await fresh.end();
      throw error;
    }
  };
  afterAll(close);
  return test.extend<{ at: CodexScene }>({
    at: async ({ task }, use) => {
      const shared = await opened();
      shared.scene.model.forget();
      await use(shared);
      if (task.result?.state === 'fail') {
        process.stderr.write(`${shared.story()}\n`);
        await close();
      }
    },
  });
}
