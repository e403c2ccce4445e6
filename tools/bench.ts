import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { relayRulesOf } from '../src/core/event/relayRulesOf.ts';
import { discoveryText } from '../src/core/wire/discovery.ts';
import { installRelay } from '../src/node/relayFiles/installRelay.ts';
import { claudeCodeProgram } from '../src/programs/claudeCode/pure/program.ts';
import { benchAnswers } from './bench/benchAnswers.ts';
import { benchCrowd } from './bench/benchCrowd.ts';
import { benchHooks } from './bench/benchHooks.ts';
import { benchLanguage } from './bench/benchLanguage.ts';
import { benchPaths } from './bench/benchPaths.ts';
import { benchWindow } from './bench/benchWindow.ts';
import { runPython } from './bench/runPython.ts';
import { atExit } from './cache/cleanup.mjs';
import { runMain } from './cache/userError.mjs';
import { cloneRoot } from './command.ts';
import { buildBundles } from './packaging/buildBundles.ts';

const rounds = 200;
const sizes = [568, 100_000];
const baseline = '/bin/true';

await runMain(async () => {
  // Clicks and keys are counted in the real editor, which takes a while to come up.
  if (process.argv.includes('answers')) {
    await benchAnswers();
    return 0;
  }
  if (process.argv.includes('window')) {
    await benchWindow();
    return 0;
  }
  await buildBundles();
  if (process.argv.includes('paths')) {
    await benchPaths();
    return 0;
  }
  if (process.argv.includes('crowd')) {
    return (await benchCrowd()) ? 0 : 1;
  }
  const root = mkdtempSync(join(tmpdir(), 'beckon-bench-'));
  const forget = atExit(() => rmSync(root, { recursive: true, force: true }));
  let taken = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      taken += 1;
      response.writeHead(204, { 'beckon-proof': 'bench-proof' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const commands = await commandsIn(root, port);
  for (const bytes of sizes) {
    process.stdout.write(`${bytes} bytes by socketpair, ${rounds} rounds in turn, median\n`);
    print(await runPython('measure.py', { commands, bytes, rounds }, 'The relays could not be measured.'));
  }
  process.stdout.write(`${taken} events arrived\n`);
  await benchHooks(join(root, 'hooks'), join(cloneRoot, 'dist', 'beckon.cjs'));
  await benchLanguage(join(cloneRoot, 'dist', 'server.cjs'));
  const isFlat = await benchCrowd();
  server.close();
  rmSync(root, { recursive: true, force: true });
  forget();
  return isFlat ? 0 : 1;
});

/** What is measured: each relay with a window alive and with none, and what others use, where it is there. */
async function commandsIn(root: string, port: number): Promise<Record<string, readonly string[]>> {
  const relay = async (kind: 'bash' | 'node', live: boolean) => {
    const home = join(root, `${kind}-${live}`);
    const dist = (name: string) => join(cloneRoot, 'dist', name);
    const { path } = await installRelay({
      home,
      rules: relayRulesOf(claudeCodeProgram),
      version: '0.0.0',
      files: { bash: dist('relay.sh'), node: dist('relay.cjs'), cli: dist('beckon.cjs') },
      runtimes: [process.env.BECKON_OUTER_NODE ?? process.execPath],
      ...(kind === 'node' ? { bash: '' } : {}),
    });
    if (live) {
      mkdirSync(join(home, 'windows'));
      const known = { port, token: 'bench-token', proof: 'bench-proof', pid: process.pid, protocol: 1 };
      const details = {
        folders: [],
        terminals: [],
        agents: [],
        starts: [],
        lastFocusedAt: 0,
        focused: false,
        role: 'window',
        asks: true,
        startedAt: 0,
      } as const;
      writeFileSync(join(home, 'windows', 'bench'), discoveryText({ ...known, ...details }));
    }
    return [path, 'PostToolUse'];
  };
  const curl = ['/usr/bin/curl', '-s', '--data-binary', '@-', `http://127.0.0.1:${port}/`];
  return {
    [baseline]: ['/bin/true'],
    'bash relay, window alive': await relay('bash', true),
    'bash relay, no window': await relay('bash', false),
    ...(existsSync('/usr/bin/curl') ? { curl } : {}),
    'Node relay, window alive': await relay('node', true),
    'Node relay, no window': await relay('node', false),
  };
}

function print(times: Record<string, number[]>): void {
  const median = (list: number[] = []) => list.toSorted((a, b) => a - b)[list.length >> 1] ?? Number.NaN;
  for (const [name, list] of Object.entries(times)) {
    const ratio = median(list) / median(times[baseline]);
    process.stdout.write(`  ${name.padEnd(26)}${median(list).toFixed(2).padStart(8)} ms`);
    process.stdout.write(`${ratio.toFixed(2).padStart(8)} × ${baseline}\n`);
  }
}
