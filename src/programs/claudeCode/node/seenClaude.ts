import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { compareVersions } from '../../../core/settings/compareVersions.ts';
import { findProcesses } from '../../../node/evidence/processTable.ts';
import type { SeenProgram } from '../../../node/programNode.ts';
import type { InstalledProgram } from '../../shared/node/findProgram.ts';
import { parseClaudeProcess } from '../pure/sessionFile.ts';
import { isProcessOf } from './claudeLife.ts';
import { findClaude } from './findClaude.ts';
import { claudeFolder } from './settingsFiles.ts';

const version = /^\d+\.\d+\.\d+/u;

/** Looks for Claude Code: what is installed, and what runs. */
export async function seenClaude(env: NodeJS.ProcessEnv): Promise<SeenProgram> {
  const running = await runningVersions(env);
  const installed = await findClaude(env);
  const found = [...running, await installedVersion(installed)].filter((text) => text !== undefined);
  return {
    isHere: installed !== undefined || found.length > 0,
    version: found.filter((text) => version.test(text)).toSorted(compareVersions)[0],
  };
}

/**
 * Those of the conversations that run now. The files of killed ones stay behind and say nothing, also where another
 * process has got the id since.
 */
async function runningVersions(env: NodeJS.ProcessEnv): Promise<readonly (string | undefined)[]> {
  const folder = join(claudeFolder(env), 'sessions');
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

/** The installed one: by npm it has a package.json above it, by itself its file is named after it. */
async function installedVersion(program: InstalledProgram | undefined): Promise<string | undefined> {
  if (!program) {
    return undefined;
  }
  const { file } = program;
  const named = /[\\/]versions[\\/](\d+\.\d+\.\d+[^\\/]*)/u.exec(file)?.[1];
  if (named !== undefined) {
    return named;
  }
  const above = [dirname(file), dirname(dirname(file))].find((folder) =>
    /[\\/]claude-code[^\\/]*$/u.test(folder),
  );
  return above && versionOf(await contentOf(join(above, 'package.json')));
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
