import { isAbsolute, join, resolve } from 'node:path';
import { personHome } from '../../../node/beckonHome.ts';
import type { Env } from '../../../node/programNode.ts';

/** The folder of Qwen Code's own files: `QWEN_HOME`, or `.qwen` in the person's home. */
export function qwenFolder(env: Env): string {
  const own = personHome({ ...env });
  const told = env.QWEN_HOME;
  if (!told) {
    return join(own, '.qwen');
  }
  const path = told.replace(/^~(?=$|[\\/])/u, () => own);
  return isAbsolute(path) ? path : resolve(path);
}

/** What Qwen Code keeps of all that was begun in `cwd`. */
export function projectFolder(folder: string, cwd: string): string {
  return join(folder, 'projects', cwd.replaceAll(/[^a-zA-Z0-9]/gu, '-'));
}

/**
 * The chat file of a conversation that was begun in `cwd`; `undefined` for a session id that is no file name, since ids
 * come from outside.
 */
export function chatFile(folder: string, cwd: string, session: string): string | undefined {
  return /^[\w-]+$/u.test(session)
    ? join(projectFolder(folder, cwd), 'chats', `${session}.jsonl`)
    : undefined;
}
