import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CagedProgram } from '../support/cagedProgram.ts';
import { programCommand } from '../support/programFile.ts';

/** Qwen Code finds a home in which it asks before it runs anything, which a fresh install leaves to a model. */
export function cagedQwen(): CagedProgram {
  const [program = '', ...args] = programCommand('qwen-code');
  return {
    command: ['qwen', program, ...args],
    furnish: ({ home, modelUrl }) => {
      mkdirSync(join(home, '.qwen'));
      writeFileSync(join(home, '.qwen', 'settings.json'), JSON.stringify(ownSettings));
      return { OPENAI_API_KEY: 'dummy', OPENAI_BASE_URL: `${modelUrl}/v1`, OPENAI_MODEL: 'scripted' };
    },
  };
}

const ownSettings = {
  tools: { approvalMode: 'default' },
  // What asks others, or the model besides the conversation.
  general: { enableAutoUpdate: false },
  privacy: { usageStatisticsEnabled: false },
  ui: { enableFollowupSuggestions: false },
  // In a terminal of VS Code it would ask whether it may install an extension.
  ide: { hasSeenNudge: true },
};
