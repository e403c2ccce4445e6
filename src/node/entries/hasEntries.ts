import { readFile } from 'node:fs/promises';
import { relayHome, relayPath } from '../beckonHome.ts';
import type { EntryProgram } from '../programNode.ts';

/** Whether a program has entries of ours for a folder, in any of its settings files. */
export async function hasEntries(
  { id, settings, node }: EntryProgram,
  workspace: string,
  env: NodeJS.ProcessEnv,
): Promise<boolean> {
  const found = await Promise.all(
    settings.scopes.map(async (scope) => {
      const text = await readFile(node.entries.file({ scope, workspace, env }), 'utf8').catch(() => '');
      return text.includes(relayPath(relayHome(scope, env), id));
    }),
  );
  return found.includes(true);
}
