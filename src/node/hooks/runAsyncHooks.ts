import { parseAsyncHooks } from '../../core/hookrun/asyncHook.ts';
import { beckonHome } from '../beckonHome.ts';
import { appendHookRun } from './hookLog.ts';
import { isAsAgreed, runHook } from './runHooks.ts';

/** Runs hooks that nobody waits for, all at once; what they did is written down. */
export async function runAsyncHooks(
  json: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const home = beckonHome(env);
  await Promise.all(
    parseAsyncHooks(json).map(async (one) => {
      if (await isAsAgreed(one)) {
        await runHook(one, { home, env });
      } else {
        const { hook, folder, event } = one;
        await appendHookRun(home, folder, {
          at: Date.now(),
          name: hook.name,
          trigger: hook.trigger,
          session: event.sessionId,
          async: true,
          outcome: 'failed',
          ms: 0,
          reason: 'was not run: it changed since you allowed it',
        });
      }
    }),
  );
}
