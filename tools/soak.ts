import { runMain } from './cache/userError.mjs';
import { buildBundles } from './packaging/buildBundles.ts';
import { runSoak } from './soak/runSoak.ts';

const [agents, perSecond, minutes] = [200, 60, 5];

await runMain(async () => {
  await buildBundles();
  const events = perSecond * 60 * minutes;
  const say = (line: string) => process.stdout.write(`${line}\n`);
  say(`${agents} agents, ${perSecond} events a second, ${minutes} minutes`);
  const { wrong, left, megabytes } = await runSoak({ agents, events, perSecond, killEvery: 600, say });
  say(`wrong rows: ${wrong.length}${wrong.length > 0 ? ` (${wrong.slice(0, 5).join(', ')} …)` : ''}`);
  say(`left in the spool: ${left.length}`);
  say(`memory of a listener, in MB: ${megabytes.join(' → ')}`);
  return wrong.length + left.length > 0 ? 1 : 0;
});
