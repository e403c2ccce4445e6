import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { folderHash } from '../../../src/node/hooks/folderHash.ts';

let root: string;
let folder: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'beckon-hash-')));
  folder = join(root, 'hook');
  mkdirSync(join(folder, 'scripts'), { recursive: true });
  writeFileSync(join(folder, 'HOOK.md'), '---\n');
  writeFileSync(join(folder, 'scripts/run.sh'), 'true\n');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

type Files = Readonly<Record<string, { readonly content: Uint8Array; readonly isProgram: boolean }>>;

function plant(files: Files, names: readonly string[]): string {
  const planted = mkdtempSync(join(root, 'planted-'));
  for (const name of names) {
    const path = join(planted, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, files[name]?.content ?? '');
    chmodSync(path, files[name]?.isProgram ? 0o755 : 0o644);
  }
  return planted;
}

// Folders and files have names of different forms: none is both.
const name = fc
  .tuple(fc.array(fc.constantFrom('d', 'e'), { maxLength: 2 }), fc.stringMatching(/^[f-h0-9:.]{0,3}f$/u))
  .map(([above, last]) => [...above, last].join('/'));
const someFiles: fc.Arbitrary<Files> = fc.dictionary(
  name,
  fc.record({ content: fc.uint8Array({ maxLength: 20 }), isProgram: fc.boolean() }),
  { minKeys: 1, maxKeys: 5, noNullPrototype: true },
);

describe('the hash of a folder', () => {
  it('does not depend on where the folder is, nor on the order in which it was made', async () => {
    await fc.assert(
      fc.asyncProperty(someFiles, async (files) => {
        const names = Object.keys(files);
        const hash = await folderHash(plant(files, names));
        expect(hash).toMatch(/^[0-9a-f]{64}$/u);
        expect(await folderHash(plant(files, names.toReversed()))).toBe(hash);
      }),
      { numRuns: 40 },
    );
  });

  it('changes with any byte, name and mode, and differs wherever the files do', async () => {
    await fc.assert(
      fc.asyncProperty(someFiles, fc.nat(), fc.nat(), async (files, which, where) => {
        const names = Object.keys(files);
        const planted = plant(files, names);
        const one = names[which % names.length] ?? '';
        const path = join(planted, one);
        const { content, isProgram } = files[one] ?? { content: new Uint8Array(), isProgram: false };
        const seen = [await folderHash(planted)];
        chmodSync(path, isProgram ? 0o644 : 0o755);
        seen.push(await folderHash(planted));
        chmodSync(path, isProgram ? 0o755 : 0o644);
        renameSync(path, `${path}x`);
        seen.push(await folderHash(planted));
        renameSync(`${path}x`, path);
        appendFileSync(path, 'x');
        seen.push(await folderHash(planted));
        if (content.length > 0) {
          const other = Uint8Array.from(content);
          other[where % content.length] = ((content[where % content.length] ?? 0) + 1) % 256;
          writeFileSync(path, other);
          seen.push(await folderHash(planted));
        }
        rmSync(path);
        seen.push(await folderHash(planted));
        expect(new Set(seen).size).toBe(seen.length);
        expect(seen).not.toContain(undefined);
      }),
      { numRuns: 40 },
    );
  });

  it('tells a name from a content', async () => {
    const bytes = (text: string) => ({ content: Buffer.from(text), isProgram: false });
    const one = { af: bytes('bf'), cf: bytes('') };
    const other = { af: bytes(''), bf: bytes('cf') };
    expect(await folderHash(plant(one, ['af', 'cf']))).not.toBe(await folderHash(plant(other, ['af', 'bf'])));
  });

  it('changes with where a link leads, also within', async () => {
    const link = join(folder, 'link');
    symlinkSync('scripts/run.sh', link);
    const before = await folderHash(folder);
    rmSync(link);
    symlinkSync('HOOK.md', link);
    expect(before).toBeDefined();
    expect(await folderHash(folder)).not.toBe(before);
  });

  it('takes a link that says that it leads to its own folder', async () => {
    symlinkSync('./scripts/run.sh', join(folder, 'link'));
    expect(await folderHash(folder)).toMatch(/^[0-9a-f]{64}$/u);
  });

  it('is the same through a link to the folder', async () => {
    symlinkSync('hook', join(root, 'alias'));
    expect(await folderHash(join(root, 'alias'))).toBe(await folderHash(folder));
  });

  it.each([
    ['out by a name', '../outside'],
    ['out by a full path', '/bin/sh'],
    ['to nothing', 'nothing'],
    ['to a folder above it', '..'],
    ['up behind another name', 'scripts/../HOOK.md'],
  ])('is not there with a link that leads %s', async (_, target) => {
    writeFileSync(join(root, 'outside'), '');
    expect(await folderHash(folder)).toBeDefined();
    symlinkSync(target, join(folder, 'link'));
    expect(await folderHash(folder)).toBeUndefined();
  });

  it('is not there where a link of another link leads out', async () => {
    symlinkSync('b', join(folder, 'a'));
    symlinkSync('/bin/sh', join(folder, 'b'));
    expect(await folderHash(folder)).toBeUndefined();
  });

  it('is not there for what is no file, which is not opened', async () => {
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    expect(await folderHash(folder)).toBeUndefined();
    expect(await folderHash(join(root, 'nowhere'))).toBeUndefined();
    expect(await folderHash(join(folder, 'HOOK.md'))).toBeUndefined();
  });

  it('is there for a thousand files and no more', async () => {
    for (let count = 2; count < 1000; count++) {
      writeFileSync(join(folder, `${count}`), '');
    }
    expect(await folderHash(folder)).toBeDefined();
    writeFileSync(join(folder, 'more'), '');
    expect(await folderHash(folder)).toBeUndefined();
  });

  it('is there for 32 MB and no more', async () => {
    const rest = 32 * 1024 * 1024 - '---\n'.length - 'true\n'.length;
    writeFileSync(join(folder, 'large'), Buffer.alloc(rest));
    expect(await folderHash(folder)).toBeDefined();
    appendFileSync(join(folder, 'HOOK.md'), 'x');
    expect(await folderHash(folder)).toBeUndefined();
  });
});
