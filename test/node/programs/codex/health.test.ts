import { expect, it } from 'vitest';
import { healthFiles } from '../../../../src/node/entries/readHealth.ts';
import { codexEntries } from '../../../../src/programs/codex/node/entries.ts';

it('the health of Codex is read again when it notes what was reviewed', async () => {
  const env = { HOME: '/home/ada', CODEX_HOME: '/home/ada/codex' };
  const files = await healthFiles({ program: codexEntries, workspace: '/nowhere', env });
  expect(files).toContain('/home/ada/codex/config.toml');
});
