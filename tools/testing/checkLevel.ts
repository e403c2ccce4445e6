import { globSync } from 'node:fs';
import { join } from 'node:path';
import { type Level, type LevelResult, sumOf } from './level.ts';
import { runCaptured } from './runCaptured.ts';

/** Where TypeScript projects may be; each one found is checked on its own, as its types differ. */
const projectPlaces = [
  'src/*/tsconfig.json',
  'src/programs/tsconfig.pure.json',
  'src/tsconfig.json',
  'test/tsconfig.json',
  'test/*/tsconfig.json',
  'tools/tsconfig.json',
  'tools/pictures/page/tsconfig.json',
];

const timeoutMs = 600_000;

/** How many programs run at a time: most of them use one core. */
const atOnce = 2;

/** The level of checks that read the source without running it; every program run counts as one test. */
export function checkLevel(root: string): Level {
  return {
    name: 'check',
    exists: () => true,
    run: async () => {
      const commands = commandsOf(root);
      const results: LevelResult[] = [];
      let next = 0;
      const work = async () => {
        for (let at = next++; at < commands.length; at = next++) {
          results[at] = await runCheck(root, commands[at] ?? []);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      return sumOf(results);
    },
  };
}

function commandsOf(root: string): readonly (readonly string[])[] {
  const bin = (...path: string[]) => join(root, 'node_modules', ...path);
  const projects = globSync(projectPlaces, { cwd: root }).sort();
  return [
    [
      bin('@biomejs', 'biome', 'bin', 'biome'),
      'ci',
      `--colors=${process.stdout.isTTY ? 'force' : 'off'}`,
      '.',
    ],
    ...projects.map((project) => [bin('typescript', 'bin', 'tsc'), '--project', project]),
    [bin('knip', 'bin', 'knip.js')],
  ];
}

async function runCheck(root: string, command: readonly string[]): Promise<LevelResult> {
  const { output, ending } = await runCaptured([process.execPath, ...command], { cwd: root, timeoutMs });
  if (ending === undefined) return { passed: 1, failed: 0, skipped: 0, report: '' };
  const [program = '', ...args] = command;
  const title = [program.split(/[\\/]/).at(-1), ...args].join(' ');
  return { passed: 0, failed: 1, skipped: 0, report: `${title} ${ending}:\n${output}` };
}
