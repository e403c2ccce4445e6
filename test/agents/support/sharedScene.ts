import { afterAll, test } from 'vitest';
import { isCleared } from './claudeHands.ts';
import type { InteractiveClaude } from './interactiveClaude.ts';
import { type Opening, type OpenScene, type Options, openScene, type Scene } from './scene.ts';
import type { Serve } from './serve.ts';
import { until } from './until.ts';

/** What the tests of a group share. */
interface Shared {
  readonly scene: Scene;
  readonly claude: InteractiveClaude;
  /** Its history is that of the running test. */
  readonly serve: Serve;
}

/**
 * Makes tests that share a scene with a listener and a Claude Code on a terminal. Each gets a conversation of its own on
 * a clear screen, and leaves the Claude Code idle or ends it. After a failure, or an end, the next test gets a new scene.
 */
export function sharedIt(opening: Options & Opening = {}) {
  let open: (OpenScene & Shared) | undefined;
  const close = async () => {
    const was = open;
    open = undefined;
    await was?.end();
  };
  const opened = async () => {
    if (open?.claude.ended()) {
      await close();
    }
    if (open) {
      await newConversation(open);
      return open;
    }
    const fresh = await openScene();
    try {
      open = { ...fresh, ...(await fresh.scene.open(opening)) };
      return open;
    } catch (error) {
      process.stderr.write(`${fresh.story()}\n`);
      await fresh.end();
      throw error;
    }
  };
  afterAll(close);
  return test.extend<Shared & { readonly shared: Shared }>({
    shared: async ({ task }, use) => {
      const { scene, claude, serve, story } = await opened();
      const begun = serve.history().length;
      await use({ scene, claude, serve: { ...serve, history: () => serve.history().slice(begun) } });
      if (task.result?.state === 'fail') {
        process.stderr.write(`${story()}\n`);
        await close();
      }
    },
    scene: ({ shared }, use) => use(shared.scene),
    claude: ({ shared }, use) => use(shared.claude),
    serve: ({ shared }, use) => use(shared.serve),
  });
}

/** What a test that was here before has left is gone after this: the row, the screen, the scripts and the files. */
async function newConversation({ scene, claude, serve }: Shared): Promise<void> {
  const { agent } = await serve.only('idle');
  await claude.submit('/clear');
  // What is typed before that is over is lost, or becomes a part of it.
  await serve.until('a new conversation, idle', (rows) => {
    const [row, ...others] = rows;
    return others.length === 0 && row?.state === 'idle' && row.agent !== agent;
  });
  await until('a clear screen', () => isCleared(claude.screen()), { instead: claude.screen });
  scene.model.forget();
  scene.cage.tidy();
}
