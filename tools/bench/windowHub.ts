import { homedir } from 'node:os';
import { join } from 'node:path';
import { AgentHub } from '../../src/node/hub/agentHub.ts';
import { allPrograms } from '../../src/programs/all.ts';

/** The hub as a window has it, without the window: it says which tools begin. */
const hub = new AgentHub({
  home: join(homedir(), '.beckon'),
  programs: allPrograms,
  env: { HOME: homedir() },
  version: '0.0.0',
  role: 'window',
  folders: [homedir()],
  hiddenWaitMs: () => 20_000,
  asks: true,
  canAsk: () => Promise.resolve(true),
  ownsShow: () => false,
  log: () => {},
});
hub.keeper.onStep(({ agents }) => {
  for (const { after } of agents) {
    if (after?.state.kind === 'working') {
      process.stdout.write(`${JSON.stringify([after.id, after.state.detail])}\n`);
    }
  }
});
await hub.start();
