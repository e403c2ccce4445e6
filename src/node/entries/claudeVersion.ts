import { readdir, readFile, realpath } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { parseClaudeProcess } from '../../core/event/claudeSession.ts';
import { compareVersions } from '../../core/settings/compareVersions.ts';
import { isProcessOf } from '../evidence/claudeLife.ts';
import { findProcesses } from '../evidence/processTable.ts';
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

/**
 * Those of the conversations that run now. The files of killed ones stay behind and say nothing, also where another
 * process has got the id since.
 */
async function runningVersions(env: NodeJS.ProcessEnv): Promise<readonly (string | undefined)[]> {
  const folder = join(claudeConfigDir(env), 'sessions');
  const names = await readdir(folder).catch(() => []);
  const pids = names
    .filter((name) => /^[1-9]\d*\.json$/u.test(name))
    .map((name) => Number.parseInt(name, 10));
  const living = await findProcesses(pids);
  return Promise.all(
    [...living.values()].map(async (found) => {
      const content = await contentOf(join(folder, `${found.pid}.json`));
      const told = parseClaudeProcess({ ...content, pid: found.pid });
      return told && isProcessOf(told, found, process.platform) ? versionOf(content) : undefined;
    }),
  );
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
        return versionOf(await contentOf(join(above, 'package.json')));
      }
    }
    return undefined;
  }
  return undefined;
}

async function contentOf(file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const content: unknown = JSON.parse(await readFile(file, 'utf8'));
    return typeof content === 'object' && content !== null ? { ...content } : {};
  } catch {
    return {};
  }
}

function versionOf({ version: found }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof found === 'string' ? found : undefined;
}
