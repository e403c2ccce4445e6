import { join } from 'node:path';
import type { AgentProgram, NodeEntries } from '../../../src/node/programNode.ts';
import { parrot } from './pure.ts';

const folder = (env: NodeJS.ProcessEnv) => join(env.HOME ?? '', '.parrot');

const entries: NodeEntries = {
  file: ({ scope, workspace, env }) =>
    scope === 'user' ? join(folder(env), 'songs', 'beckon.json') : join(workspace, '.parrot', 'mine.json'),
  configDir: folder,
  managed: () => [],
  folders: async () => [],
  standIns: [],
  trusts: async () => 'unknown',
  seen: async () => ({ isHere: true, version: undefined }),
  find: async () => undefined,
  usual: () => [],
};

/** The parrot with what it takes a machine to find out: next to nothing. */
export const parrotHere: AgentProgram = { ...parrot, node: { entries } };
