import { parseAsyncHooks } from '../../core/hookrun/asyncHook.ts';
import { beckonHome } from '../beckonHome.ts';
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
      }
    }),
  );
}
