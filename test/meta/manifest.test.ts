import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundles } from '../../esbuild.mjs';
import manifest from '../../package.json' with { type: 'json' };
import nls from '../../package.nls.json' with { type: 'json' };
import { commandIds, contextKeys, settingDefaults, viewIds } from '../../src/editor/contributions.ts';
import { repository } from '../support/runProgram.ts';

const text = readFileSync(join(repository, 'package.json'), 'utf8');
const { contributes } = manifest;

/** Every `when` clause of the manifest. */
function whenClauses(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'when' && typeof inner === 'string' ? [inner] : whenClauses(inner),
  );
}

describe('the manifest', () => {
  it('contributes exactly the commands the code registers', () => {
    expect(contributes.commands.map(({ command }) => command).sort()).toEqual(
      Object.values(commandIds).sort(),
    );
  });

  it('puts only contributed commands into menus and welcome texts', () => {
    const menus = Object.values(contributes.menus)
      .flat()
      .map(({ command }) => command);
    const links = [...JSON.stringify(nls).matchAll(/command:([\w.]+)/gu)].map(([, command]) => command);
    const known: readonly unknown[] = Object.values(commandIds);
    expect([...menus, ...links].filter((command) => !known.includes(command))).toEqual([]);
  });

  it('contributes exactly the views the code fills', () => {
    expect(
      Object.values(contributes.views)
        .flat()
        .map(({ id }) => id),
    ).toEqual(Object.values(viewIds));
  });

  it('gives every setting the default the code has', () => {
    const defaults = Object.entries(contributes.configuration.properties).map(([key, { default: value }]) => [
      key,
      value,
    ]);
    expect(Object.fromEntries(defaults)).toEqual(settingDefaults);
  });

  it('asks only for context keys the code sets', () => {
    const keys = whenClauses(contributes).flatMap((clause) => clause.match(/beckon\.\w+/gu) ?? []);
    const known: readonly string[] = [...Object.values(contextKeys), ...Object.values(viewIds)];
    expect(keys.filter((key) => !known.includes(key))).toEqual([]);
  });

  it('has a text for every key, and a key for every text', () => {
    const used = [...text.matchAll(/"%([\w.]+)%"/gu)].map(([, key]) => key);
    expect([...new Set(used)].sort()).toEqual(Object.keys(nls).sort());
  });

  it('writes no text a person reads into itself', () => {
    const titles = contributes.commands.map(({ title }) => title);
    expect([manifest.description, ...titles].filter((title) => !/^%[\w.]+%$/u.test(title))).toEqual([]);
  });

  it('runs where forks are: VS Code 1.100 and its types', () => {
    expect(manifest.engines.vscode).toBe('^1.100.0');
    expect(manifest.devDependencies['@types/vscode']).toBe('1.100.0');
  });

  it('points at a bundle', () => {
    const built = bundles.map(({ file }: { file: string }) => `./${file}`);
    expect(built).toHaveLength(4);
    expect(built).toContain(manifest.main);
    expect(built).toContain(manifest.bin.beckon);
  });
});

describe('the code', () => {
  const files = readdirSync(join(repository, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => ({ file, source: readFileSync(join(repository, 'src', file), 'utf8') }));

  it('keeps every file under 300 lines', () => {
    expect(files.filter(({ source }) => source.split('\n').length > 300).map(({ file }) => file)).toEqual([]);
  });

  it('documents every export', () => {
    const bare = /(?<!\*\/\n)^export (?!\{|type \{)/gmu;
    const found = files.flatMap(({ file, source }) =>
      [...source.matchAll(bare)].map(({ index }) => `${file}:${source.slice(0, index).split('\n').length}`),
    );
    expect(found).toEqual([]);
  });
});
