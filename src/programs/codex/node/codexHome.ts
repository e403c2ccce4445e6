import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { personHome } from '../../../node/beckonHome.ts';
import type { SettingsAt } from '../../../node/programNode.ts';
import type { CodexConfig } from '../pure/configFile.ts';
import { readCodexConfig } from '../pure/configFile.ts';

/** The folder of Codex's own files. */
export function codexHome(env: Readonly<Record<string, string | undefined>>): string {
  return env.CODEX_HOME ? resolve(env.CODEX_HOME) : join(personHome(env), '.codex');
}

/** The hooks file of a place. It has one for a folder, which a repository may well keep for everybody. */
export function hooksFile({ scope, workspace, env }: SettingsAt): string {
  return join(scope === 'user' ? codexHome(env) : join(workspace, '.codex'), 'hooks.json');
}

/** The person's configuration; it is only read. */
export function configFile(env: Readonly<Record<string, string | undefined>>): string {
  return join(codexHome(env), 'config.toml');
}

/** What the person's configuration says about hooks: nothing where there is none, as nobody has trusted anything yet. */
export async function codexConfig(env: Readonly<Record<string, string | undefined>>): Promise<CodexConfig> {
  return readCodexConfig(await readFile(configFile(env), 'utf8').catch(() => ''));
}
