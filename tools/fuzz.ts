import { runMain } from './cache/userError.mjs';
import { runFuzz } from './fuzz/runFuzz.ts';
import { buildBundles } from './packaging/buildBundles.ts';

const options = { seed: 1, requests: 20_000, texts: 20_000 };

await runMain(async () => {
  await buildBundles();
  const wrong = await runFuzz(options);
  const { requests, texts } = options;
  process.stdout.write(`${requests} requests to a listener, ${texts} texts for each of five readers\n`);
  process.stdout.write(wrong.length === 0 ? 'nothing broke\n' : `${wrong.join('\n')}\n`);
  return wrong.length === 0 ? 0 : 1;
});
