import { createHash } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import type { HookTrust } from '../../../core/settings/healthFacts.ts';
import { isOurHandler } from '../../../core/settings/ourHandler.ts';
import { relayHome, relayPath } from '../../../node/beckonHome.ts';
import type { TrustSearch } from '../../../node/programNode.ts';
import type { CodexConfig } from '../pure/configFile.ts';
import { standingHooks } from '../pure/hookState.ts';
import { codex } from '../pure/names.ts';
import { codexConfig } from './codexHome.ts';

/**
 * Whether Codex runs the entries of a file: it asks whether a folder is trusted, and then lets the person look at every
 * hook that is new or was changed since.
 */
export async function trusts({ file, folders, scope, env }: TrustSearch): Promise<HookTrust> {
  const config = await codexConfig(env);
  if (scope !== 'user' && !folders.some((folder) => config.folders.get(folder) === true)) {
    return 'untrusted';
  }
  const relay = relayPath(relayHome(scope, env), codex);
  const parsed: unknown = await readFile(file, 'utf8')
    .then(JSON.parse)
    .catch(() => undefined);
  // Codex may have been started in the folder by another name.
  const names = new Set([file, await realpath(file).catch(() => file)]);
  return [...names].some((name) => areReviewed(name, parsed, { config, relay })) ? 'trusted' : 'unreviewed';
}

function areReviewed(
  file: string,
  parsed: unknown,
  { config, relay }: { readonly config: CodexConfig; readonly relay: string },
): boolean {
  const ours = standingHooks(file, parsed).filter(({ handler }) => isOurHandler(handler, { relay }));
  return ours.every(({ key, identity }) => {
    const hash = `sha256:${createHash('sha256').update(identity).digest('hex')}`;
    return config.reviewed.get(key) === hash && !config.disabled.has(key);
  });
}
