import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { allPrograms } from '../../src/programs/all.ts';
import { packageVsix } from '../../tools/packaging/packageVsix.ts';
import { repository } from '../support/runProgram.ts';
import { zipEntries } from '../support/zipEntries.ts';

/** What each agent program after the first may add to a bundle that has it, and to the whole, in kilobytes. */
const moreKb = (each: number) => each * (allPrograms.length - 1);

const programIcons = join(repository, 'media', 'programs');

/** What the .vsix holds, and how large each file may get, in kilobytes. Whatever else gets in is a mistake. */
const caps: Readonly<Record<string, number>> = {
  '[Content_Types].xml': 2,
  'extension.vsixmanifest': 5,
  'extension/media/hook.schema.json': 10,
  'extension/media/runbook.schema.json': 60,
  'extension/LICENSE.txt': 5,
  'extension/changelog.md': 50,
  'extension/dist/authoring.cjs': 470,
  'extension/dist/beckon.cjs': 668 + moreKb(32),
  'extension/dist/extension.cjs': 785 + moreKb(32),
  'extension/dist/relay.cjs': 10,
  'extension/dist/relay.sh': 16,
  'extension/dist/server.cjs': 480 + moreKb(2),
  'extension/dist/uninstall.cjs': 200 + moreKb(8),
  'extension/docs/problems.md': 60,
  'extension/media/beckon.svg': 5,
  'extension/media/icon.png': 50,
  ...Object.fromEntries(readdirSync(programIcons).map((name) => [`extension/media/programs/${name}`, 1])),
  'extension/package.json': 53,
  'extension/package.nls.json': 20,
  'extension/readme.md': 50,
  ...Object.fromEntries(
    manifest.contributes.grammars.map(({ path }) => [path.replace('./', 'extension/'), 1]),
  ),
};
// The command line runs hooks, the window shows them and the server checks them: what reads them is in three bundles.
const wholeCapKb = 835 + moreKb(24);

let vsix = '';
let entries: Map<string, number> = new Map();

beforeAll(async () => {
  vsix = (await packageVsix(repository)).path;
  entries = zipEntries(readFileSync(vsix));
});

describe('the .vsix', () => {
  it('holds exactly what the product needs', () => {
    expect([...entries.keys()].sort()).toEqual(Object.keys(caps).sort());
  });

  it('holds nothing that grew too large', () => {
    const large = [...entries].filter(([file, size]) => size > (caps[file] ?? 0) * 1024);
    expect(large).toEqual([]);
    expect(statSync(vsix).size).toBeLessThan(wholeCapKb * 1024);
  });
});
