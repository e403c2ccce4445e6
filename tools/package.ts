import { relative } from 'node:path';
import { runMain } from './cache/userError.mjs';
import { cloneRoot, commandProgress } from './command.ts';
import { makeVsix } from './packaging/makeVsix.ts';

await runMain(async () => {
  const vsix = await makeVsix(cloneRoot, commandProgress());
  process.stdout.write(`${relative(process.cwd(), vsix.path)}\n`);
  return 0;
});
