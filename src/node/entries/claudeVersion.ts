import { readdir, readFile, realpath } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { compareVersions } from '../../core/settings/compareVersions.ts';
import { claudeConfigDir } from './settingsPlace.ts';

const version = /^\d+\.\d+\.\d+/u;

/**
 * The version of Claude Code, from what it leaves on the disk; no program is run. Where several are found the oldest
 * counts, since every one of them reads the settings.
 */
export async function claudeVersion(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const found = [...(await runningVersions(env)), await installedVersion(env)];
  return found
    .filter((text) => text !== undefined && version.test(text))
    .toSorted((a, b) => compareVersions(a ?? '', b ?? ''))[0];
}

/** Those of the conversations that run now. The files of killed ones stay behind and say nothing. */
async function runningVersions(env: NodeJS.ProcessEnv): Promise<readonly (string | undefined)[]> {
  const folder = join(claudeConfigDir(env), 'sessions');
  const names = await readdir(folder).catch(() => []);
  const alive = names.filter((name) => /^[1-9]\d*\.json$/u.test(name) && isAlive(Number.parseInt(name, 10)));
  return Promise.all(alive.map((name) => versionIn(join(folder, name))));
}

/** The one on the PATH: installed by npm it has a package.json above it, by itself its file is named after it. */
async function installedVersion(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  for (const folder of (env.PATH ?? '').split(delimiter).filter(Boolean)) {
    const program = await realpath(join(folder, 'claude')).catch(() => undefined);
    if (program === undefined) {
      continue;
    }
    const named = /[\\/]versions[\\/](\d+\.\d+\.\d+[^\\/]*)/u.exec(program)?.[1];
    if (named !== undefined) {
      return named;
    }
    for (const above of [dirname(program), dirname(dirname(program))]) {
      if (/[\\/]claude-code[^\\/]*$/u.test(above)) {
        return versionIn(join(above, 'package.json'));
      }
    }
    return undefined;
  }
  return undefined;
}

async function versionIn(file: string): Promise<string | undefined> {
  try {
    const content: unknown = JSON.parse(await readFile(file, 'utf8'));
    const { version: found } = content as { readonly version?: unknown };
    return typeof found === 'string' ? found : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
