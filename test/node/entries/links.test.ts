import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installEntriesIn } from '../../../src/node/entries/installEntriesIn.ts';
import { planInstall } from '../../../src/node/entries/planInstall.ts';
import { readHealth } from '../../../src/node/entries/readHealth.ts';
import { uninstallEntriesIn } from '../../../src/node/entries/uninstallEntriesIn.ts';
import { beckonHere } from '../../support/beckonHere.ts';
import { claudeCodeHere } from '../../support/programs.ts';
import type { Workshop } from './workshop.ts';
import { openWorkshop } from './workshop.ts';

let shop: Workshop;
beforeEach(() => {
  shop = openWorkshop();
});
afterEach(() => shop.remove());

const at = (...path: string[]) => join(shop.root, ...path);
const placeOf = (workspace: string) => ({
  program: claudeCodeHere,
  scope: 'local' as const,
  workspace,
  env: shop.env,
});
const install = (workspace = shop.workspace) =>
  installEntriesIn({ ...placeOf(workspace), ensureRelay: async () => {} });
const uninstall = (workspace = shop.workspace) => uninstallEntriesIn(placeOf(workspace));
const findings = async (workspace = shop.workspace) => (await readHealth(placeOf(workspace))).findings;
const beckon = (...args: string[]) => beckonHere(args, { cwd: shop.workspace, env: shop.env });

function repository(folder: string): string {
  mkdirSync(folder, { recursive: true });
  shop.git(folder, 'init', '-q');
  shop.git(folder, 'commit', '-q', '--allow-empty', '-m', 'a');
  return folder;
}

describe('an exclude file that is a link', () => {
  const name = '$(touch owned)';
  let folder: string;
  let victim: string;
  beforeEach(() => {
    folder = join(repository(shop.workspace), name);
    mkdirSync(folder);
    victim = shop.write(at('home/.bashrc'), 'alias l=ls\n');
  });

  const linkAt: Readonly<Record<string, () => void>> = {
    'the file': () => {
      rmSync(at('work/.git/info/exclude'));
      symlinkSync(victim, at('work/.git/info/exclude'));
    },
    'the file, to one that is not there yet': () => {
      rmSync(victim);
      rmSync(at('work/.git/info/exclude'));
      symlinkSync(victim, at('work/.git/info/exclude'));
    },
    'its folder': () => {
      rmSync(at('work/.git/info'), { recursive: true });
      shop.write(at('home/info/exclude'), '');
      symlinkSync(at('home/info'), at('work/.git/info'));
    },
    'the repository': () => {
      renameSync(at('work/.git'), at('home/real.git'));
      symlinkSync(at('home/real.git'), at('work/.git'));
    },
  };

  it.each(Object.keys(linkAt))('is left alone, and the person hears what to do: %s', async (place) => {
    linkAt[place]?.();
    const others = [victim, at('home/info/exclude'), at('home/real.git/info/exclude')];
    const texts = () => others.map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined));
    const before = texts();
    const told = expect.stringMatching(
      /^The file is not hidden from Git, because .*\.git.*: add .* to .*\.gitignore/u,
    );
    expect(await planInstall(placeOf(folder))).toMatchObject({ git: 'refused', excludeRefused: told });
    const result = await install(folder);
    expect(result).toMatchObject({ outcome: 'installed', excludeRefused: told, shownByGit: true });
    expect(result).not.toHaveProperty('excludedIn');
    expect(await findings(folder)).toMatchObject([
      { name: 'exclude-refused', fix: expect.stringContaining('.gitignore') },
    ]);
    await uninstall(folder);
    expect(texts()).toEqual(before);
  });

  it('is named with the repository it leads to, where all of `.git` is one', async () => {
    linkAt['the repository']?.();
    const why = `because ${at('work/.git')} leads to ${at('home/real.git')}, which does not know this checkout`;
    expect(await install(folder)).toMatchObject({ excludeRefused: expect.stringContaining(why) });
  });

  it('is not followed by an uninstall either, where it became one since', async () => {
    await install(folder);
    const line = shop.read(at('work/.git/info/exclude'));
    shop.write(victim, line);
    linkAt['the file']?.();
    await uninstall(folder);
    expect(shop.read(victim)).toBe(line);
  });

  it('is told by the command line', async () => {
    linkAt['the file']?.();
    const { code, out } = await beckon('install', '--workspace', folder);
    expect([code, out]).toEqual([0, expect.stringContaining(`${at('work/.git/info/exclude')} is a link`)]);
    expect((await beckon('doctor', '--workspace', folder)).out).toMatch(/^exclude-refused: /mu);
  });
});

describe('an exclude file that is no file', () => {
  it('is not opened, as a pipe would be for ever, and the person hears what to do', async () => {
    repository(shop.workspace);
    const exclude = at('work/.git/info/exclude');
    rmSync(exclude);
    execFileSync('mkfifo', [exclude]);
    expect(await install()).toMatchObject({
      outcome: 'installed',
      excludeRefused: expect.stringContaining(`because ${exclude} is no file: add `),
    });
    expect(await findings()).toEqual([]);
    expect(await uninstall()).toMatchObject({ outcome: 'deleted' });
  });

  it('is not opened by an uninstall either, where it became one since', async () => {
    repository(shop.workspace);
    await install();
    rmSync(at('work/.git/info/exclude'));
    execFileSync('mkfifo', [at('work/.git/info/exclude')]);
    expect(await uninstall()).toMatchObject({ outcome: 'deleted' });
  });
});

describe('a `.git` file', () => {
  it.each([
    ['another repository', () => `gitdir: ${at('other/.git')}\n`],
    ['the worktree of another folder', () => `gitdir: ${at('other/.git/worktrees/tree')}\n`],
    ['a folder of its own that names another repository', () => 'gitdir: fake\n'],
  ])('that names %s changes nothing there', async (_, text) => {
    repository(at('other'));
    shop.git(at('other'), 'worktree', 'add', '-q', at('tree'));
    shop.write(at('work/fake/HEAD'), 'ref: refs/heads/main\n');
    shop.write(at('work/fake/commondir'), `${at('other/.git')}\n`);
    shop.write(at('work/fake/gitdir'), `${at('work/.git')}\n`);
    shop.write(at('work/.git'), text());
    const before = shop.read(at('other/.git/info/exclude'));
    expect(await install()).toMatchObject({
      outcome: 'installed',
      excludeRefused: expect.stringContaining(`leads to ${at('other/.git')}, which does not know`),
    });
    expect(shop.read(at('other/.git/info/exclude'))).toBe(before);
  });

  it('of a submodule is honoured, which lies in the repository around it', async () => {
    repository(at('library'));
    repository(shop.workspace);
    const files = ['-c', 'protocol.file.allow=always'];
    shop.git(shop.workspace, ...files, 'submodule', 'add', '-q', at('library'), 'library');
    const exclude = at('work/.git/modules/library/info/exclude');
    expect(await install(at('work/library'))).toMatchObject({ excludedIn: exclude });
    await uninstall(at('work/library'));
    expect(shop.read(exclude)).not.toContain('claude');
  });
});

describe('a settings file that is a link', () => {
  const elsewhere = '{"editor":true}';
  const leadOut: Readonly<Record<string, () => void>> = {
    'the file': () => {
      mkdirSync(at('work/.claude'));
      symlinkSync(at('other/settings.local.json'), shop.local);
    },
    'the file, through a link in the workspace': () => {
      mkdirSync(at('work/.claude'));
      symlinkSync(at('other'), at('work/inside'));
      symlinkSync('../inside/settings.local.json', shop.local);
    },
    'its folder': () => symlinkSync(at('other'), at('work/.claude')),
    'its folder, to a file that is not there yet': () => {
      rmSync(at('other/settings.local.json'));
      symlinkSync(at('other'), at('work/.claude'));
    },
  };

  it.each(Object.keys(leadOut))('out of the workspace is refused: %s', async (place) => {
    const target = shop.write(at('other/settings.local.json'), elsewhere);
    leadOut[place]?.();
    const before = existsSync(target);
    const refusal = {
      code: 'foreign-link',
      message: `is a link to ${target}, which is not in its folder`,
      fix: 'replace the link with a file',
    };
    for (const result of [await planInstall(placeOf(shop.workspace)), await install(), await uninstall()]) {
      expect(result).toMatchObject({ outcome: 'refused', refusal });
    }
    expect(await findings()).toMatchObject([{ name: 'foreign-link', fix: refusal.fix }]);
    expect(existsSync(target)).toBe(before);
    expect(before ? shop.read(target) : elsewhere).toBe(elsewhere);
    expect(await beckon('install')).toMatchObject({
      code: 1,
      err: `beckon install: ${shop.local} ${refusal.message}: ${refusal.fix}; nothing was changed\n`,
    });
  });

  it('inside the workspace, or into the person’s own configuration, is named and followed', async () => {
    for (const target of [at('work/shared.json'), at('home/.config/shared.json')]) {
      shop.write(target, '{}');
      mkdirSync(at('work/.claude'));
      symlinkSync(target, shop.local);
      const plan = await planInstall(placeOf(shop.workspace));
      expect(plan).toMatchObject({ outcome: 'planned', linkedTo: target });
      expect((await beckon('install')).out).toContain(`It is a link to ${target}.`);
      expect(shop.read(target)).toContain('claude-code');
      await uninstall();
      expect(shop.read(target)).toBe('{}');
      rmSync(at('work/.claude'), { recursive: true });
    }
  });

  it('that leads to another file than the person agreed to is not written', async () => {
    shop.write(at('work/one.json'), '{}');
    shop.write(at('work/two.json'), '{}');
    mkdirSync(at('work/.claude'));
    symlinkSync('../one.json', shop.local);
    const plan = await planInstall(placeOf(shop.workspace));
    if (plan.outcome !== 'planned') throw new Error('refused');
    rmSync(shop.local);
    symlinkSync('../two.json', shop.local);
    const place = { ...placeOf(shop.workspace), ensureRelay: async () => {} };
    expect(await installEntriesIn({ ...place, agreed: plan })).toMatchObject({
      outcome: 'refused',
      refusal: { code: 'changed' },
    });
    expect(shop.read(at('work/two.json'))).toBe('{}');
  });

  it('of the person’s own settings is theirs, wherever it leads', async () => {
    const target = shop.write(at('dotfiles/settings.json'), '{}');
    mkdirSync(at('home/.claude'));
    symlinkSync(target, at('home/.claude/settings.json'));
    const place = {
      program: claudeCodeHere,
      scope: 'user',
      workspace: shop.workspace,
      env: shop.env,
    } as const;
    expect(await planInstall(place)).toMatchObject({ outcome: 'planned', linkedTo: target });
    expect(await installEntriesIn({ ...place, ensureRelay: async () => {} })).toMatchObject({
      outcome: 'installed',
    });
    await uninstallEntriesIn(place);
    expect(shop.read(target)).toBe('{}');
  });
});
