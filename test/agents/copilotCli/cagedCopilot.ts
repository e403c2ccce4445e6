import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CagedProgram } from '../support/cagedProgram.ts';
import { programCommand, programFile } from '../support/programFile.ts';

/** Copilot CLI finds a home in which it trusts the folders, and a model that needs no account. */
export function cagedCopilot(): CagedProgram {
  const [program = '', ...args] = programCommand('copilot-cli');
  return {
    command: ['copilot', program, ...args],
    furnish: ({ home, folders, modelUrl }) => {
      mkdirSync(join(home, '.copilot'));
      writeFileSync(join(home, '.copilot', 'config.json'), JSON.stringify({ trustedFolders: folders }));
      return {
        COPILOT_OFFLINE: 'true',
        COPILOT_AUTO_UPDATE: 'false',
        COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
        COPILOT_PROVIDER_API_KEY: 'dummy',
        COPILOT_MODEL: 'scripted',
        // It unpacks itself there, which takes seconds in every new home.
        XDG_CACHE_HOME: join(dirname(programFile('copilot-cli')), '.unpacked'),
      };
    },
  };
}
