import { expect, it } from 'vitest';
import { healthFiles } from '../../../../src/node/entries/readHealth.ts';
import { codexEntries } from '../../../../src/programs/codex/node/entries.ts';
import { trusts } from '../../../../src/programs/codex/node/trust.ts';

const env = { HOME: '/nowhere/ada', CODEX_HOME: '/nowhere/ada/codex' };

it('the health of Codex is read again when it notes what was reviewed', async () => {
  const files = await healthFiles({ program: codexEntries, workspace: '/nowhere', env });
  expect(files).toContain('/nowhere/ada/codex/config.toml');
});

it('the health of Codex says that a folder is not trusted where it has noted nothing yet', async () => {
  const file = '/nowhere/.codex/hooks.json';
  const search = { scope: 'local', workspace: '/nowhere', file, folders: ['/nowhere', '/'], env } as const;
  expect(await trusts(search)).toBe('untrusted');
});
