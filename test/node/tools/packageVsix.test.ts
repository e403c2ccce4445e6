import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageVsix } from '../../../tools/packaging/packageVsix.ts';
import { run, temporaryDir } from './support.ts';

/** A clone whose packager writes a package of ten bytes and counts how often it was asked to. */
function cloneWithPackager() {
  const dir = temporaryDir();
  const at = (...path: string[]) => join(dir, ...path);
  for (const folder of ['dist', 'out', 'node_modules/@vscode/vsce'])
    mkdirSync(at(folder), { recursive: true });
  writeFileSync(at('.vscodeignore'), '**\n!dist/extension.cjs\n');
  writeFileSync(at('package.json'), '{}');
  writeFileSync(at('dist', 'extension.cjs'), '1');
  writeFileSync(at('made'), '');
  writeFileSync(
    at('node_modules', '@vscode', 'vsce', 'vsce'),
    `const { appendFileSync, writeFileSync } = require('node:fs');
     appendFileSync('made', '.');
     writeFileSync(process.argv.at(-1), '0123456789');`,
  );
  return { dir, at, made: () => readFileSync(at('made'), 'utf8').length };
}

describe('The package', () => {
  it('is made once from the same files', async () => {
    const { dir, made } = cloneWithPackager();
    const first = await packageVsix(dir);
    expect(await packageVsix(dir)).toEqual(first);
    expect(made()).toBe(1);
  });

  it.each<[string, (out: string) => void]>([
    ['it was cut off', (out) => truncateSync(join(out, 'beckon.vsix'), 4)],
    ['its content is another', (out) => writeFileSync(join(out, 'beckon.vsix'), '0123456780')],
    [
      'what it was made from is another',
      (out) => writeFileSync(join(out, '..', 'dist', 'extension.cjs'), '2'),
    ],
    ['its stamp is cut off', (out) => writeFileSync(join(out, 'beckon.vsix.inputs'), '')],
    [
      'its stamp is of an older kind',
      (out) => writeFileSync(join(out, 'beckon.vsix.inputs'), 'a'.repeat(64)),
    ],
  ])('is made again when %s', async (_, damage) => {
    const { dir, at, made } = cloneWithPackager();
    await packageVsix(dir);
    damage(at('out'));
    await packageVsix(dir);
    expect(made()).toBe(2);
    expect(readFileSync(at('out', 'beckon.vsix'), 'utf8')).toBe('0123456789');
  });

  it('is made without what packagers left that were killed', async () => {
    const { dir, at } = cloneWithPackager();
    const dead = (await run(process.execPath, ['-p', 'process.pid'])).stdout.trim();
    writeFileSync(at('out', `beckon-${dead}.vsix`), '');
    await packageVsix(dir);
    expect(readdirSync(at('out')).sort()).toEqual(['beckon.vsix', 'beckon.vsix.inputs']);
  });
});
