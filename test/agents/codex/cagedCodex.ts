import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CagedProgram } from '../support/cagedProgram.ts';
import { programCommand } from '../support/programFile.ts';

/** Codex finds a home in which it has a model and trusts the folders. */
export function cagedCodex(): CagedProgram {
  const [program = '', ...args] = programCommand('codex');
  return {
    command: ['codex', program, ...args],
    // For a tip that it shows.
    reachesFor: ['raw.githubusercontent.com:443'],
    furnish: ({ home, folders, modelUrl }) => {
      mkdirSync(join(home, '.codex'));
      writeFileSync(join(home, '.codex', 'config.toml'), configFor(folders, modelUrl));
      return { SCRIPTED_KEY: 'dummy' };
    },
  };
}

function configFor(folders: readonly string[], modelUrl: string): string {
  return [
    'model = "scripted"',
    'model_provider = "scripted"',
    'approval_policy = "on-request"',
    'sandbox_mode = "workspace-write"',
    'check_for_update_on_startup = false',
    '[analytics]',
    'enabled = false',
    // Both would be fetched from elsewhere.
    '[features]',
    'plugins = false',
    'apps = false',
    '[model_providers.scripted]',
    'name = "Scripted"',
    `base_url = "${modelUrl}/v1"`,
    'env_key = "SCRIPTED_KEY"',
    'wire_api = "responses"',
    'request_max_retries = 0',
    'stream_max_retries = 0',
    ...folders.flatMap((folder) => [`[projects."${folder}"]`, 'trust_level = "trusted"']),
    '',
  ].join('\n');
}
