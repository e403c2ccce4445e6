import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repository, runProgram } from '../support/runProgram.ts';

/** What no line of a folder may import, with one line that tries it: a row each for every line of the import table. */
const planted: readonly (readonly [file: string, line: string])[] = [
  ['src/core/plantedNode.ts', "import 'node:fs';"],
  ['src/core/plantedEditor.ts', "import 'vscode';"],
  ['src/core/plantedPackage.ts', "import 'chokidar';"],
  ['src/core/agent/plantedUp.ts', "import '../../node/systemClock.ts';"],
  ['src/core/view/plantedLazy.ts', "export const late = () => import('../../editor/contributions.ts');"],
  ['src/language/plantedServer.ts', "import 'vscode-languageserver';"],
  ['src/language/plantedNode.ts', "import '../node/systemClock.ts';"],
  ['src/node/plantedEditor.ts', "import 'vscode';"],
  ['src/node/plantedCli.ts', "import '../cli/runBeckon.ts';"],
  ['src/relay/plantedZod.ts', "import 'zod';"],
  ['src/relay/plantedCore.ts', "import '../core/text.ts';"],
  ['src/relay/plantedNode.ts', "import '../node/systemClock.ts';"],
  ['src/cli/plantedEditor.ts', "import '../editor/contributions.ts';"],
  ['src/cli/plantedZod.ts', "import 'zod';"],
  ['src/server/plantedNode.ts', "import '../node/systemClock.ts';"],
  ['src/server/plantedEditor.ts', "import 'vscode';"],
  ['src/editor/plantedCli.ts', "import '../cli/runBeckon.ts';"],
  ['src/editor/plantedServer.ts', "import '../server/serveLanguage.ts';"],
  ['src/editor/plantedZod.ts', "import 'zod';"],
  ['src/extension.ts', "import 'vscode';\nexport const activate = 0;"],
];

/** What every folder may import: none of these lines is an offence. */
const allowed: readonly (readonly [file: string, line: string])[] = [
  ['src/core/goodZod.ts', "import 'zod';"],
  ['src/core/goodYaml.ts', "import 'yaml';\nimport 'jsonc-parser';"],
  ['src/language/goodCore.ts', "import '../core/text.ts';\nimport 'vscode-languageserver-types';"],
  ['src/node/goodNode.ts', "import 'node:fs';\nimport 'chokidar';\nimport '../core/text.ts';"],
  ['src/relay/goodNode.ts', "import 'node:net';\nimport '../core/wire/goodWire.ts';"],
  ['src/core/wire/goodWire.ts', 'export {};'],
  ['src/cli/goodNode.ts', "import '../node/systemClock.ts';\nimport '../core/text.ts';"],
  [
    'src/server/goodServer.ts',
    "import 'vscode-languageserver/node';\nimport '../language/hookFrontmatter.ts';",
  ],
  [
    'src/editor/goodEditor.ts',
    "import 'vscode';\nimport '../node/systemClock.ts';\nimport '../core/text.ts';",
  ],
];

/** What the clean room of the core must not know; the compiler says so, line by line. */
const globals = [
  'process.exit();',
  "console.log('x');",
  'setTimeout(() => {}, 1);',
  'document.title;',
  'Buffer.alloc(1);',
];

let house = '';

function plant(file: string, text: string): void {
  mkdirSync(dirname(join(house, file)), { recursive: true });
  writeFileSync(join(house, file), `${text}\n`);
}

async function offences(rule: string): Promise<string[]> {
  const { out } = await runProgram(
    join(repository, 'node_modules/.bin/biome'),
    ['lint', '--reporter=json', '--max-diagnostics=none', 'src'],
    { cwd: house },
  );
  const { diagnostics } = JSON.parse(out) as {
    diagnostics: { category: string; location: { path: string } }[];
  };
  return diagnostics
    .filter(({ category }) => category.endsWith(`/${rule}`))
    .map(({ location }) => location.path);
}

beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), 'beckon-house-'));
  for (const part of ['src', 'biome.json', 'tsconfig.base.json', 'package.json', '.gitignore']) {
    cpSync(join(repository, part), join(house, part), { recursive: true });
  }
  symlinkSync(join(repository, 'node_modules'), join(house, 'node_modules'));
  for (const [file, line] of [...planted, ...allowed]) {
    plant(file, line);
  }
  plant('src/core/cycleA.ts', "import { b } from './cycleB.ts';\nexport const a = () => b();");
  plant('src/core/cycleB.ts', "import { a } from './cycleA.ts';\nexport const b = () => a();");
});

afterAll(() => rmSync(house, { recursive: true, force: true }));

describe('a folder tells a line of code what it may touch', () => {
  it('every planted import is found, and nothing else', async () => {
    expect((await offences('noRestrictedImports')).sort()).toEqual(planted.map(([file]) => file).sort());
  });

  it('a planted cycle is found', async () => {
    expect((await offences('noImportCycles')).sort()).toEqual(['src/core/cycleA.ts', 'src/core/cycleB.ts']);
  });

  it('a planted console is found', async () => {
    plant('src/editor/plantedConsole.ts', "console.log('x');");
    expect(await offences('noConsole')).toEqual(['src/editor/plantedConsole.ts']);
  });

  it.each(['core', 'language'])('no machine and no clock is known in %s', async (folder) => {
    rmSync(join(house, 'src'), { recursive: true });
    cpSync(join(repository, 'src'), join(house, 'src'), { recursive: true });
    plant(`src/${folder}/plantedGlobals.ts`, ['export {};', ...globals].join('\n'));
    const { code, out } = await runProgram(
      join(repository, 'node_modules/.bin/tsc'),
      ['-p', `src/${folder}`],
      {
        cwd: house,
      },
    );
    expect(code).not.toBe(0);
    const lines = [...out.matchAll(/plantedGlobals\.ts\((\d+),\d+\): error TS(2580|2584|2304|2591|2552)/gu)];
    expect([...new Set(lines.map(([, line]) => Number(line)))]).toEqual(globals.map((_, index) => index + 2));
    expect(
      out.split('\n').filter((line) => line.includes('error') && !line.includes('plantedGlobals')),
    ).toEqual([]);
  });
});
