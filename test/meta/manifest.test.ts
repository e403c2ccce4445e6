import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundles } from '../../esbuild.mjs';
import manifest from '../../package.json' with { type: 'json' };
import nls from '../../package.nls.json' with { type: 'json' };
import type { Program } from '../../src/core/program/program.ts';
import { languageCommands } from '../../src/core/wire/languageProtocol.ts';
import {
  commandIds,
  contextKeys,
  settingDefaults,
  settingWords,
  viewIds,
} from '../../src/editor/contributions.ts';
import { allPrograms } from '../../src/programs/all.ts';
import { repository } from '../support/runProgram.ts';

const text = readFileSync(join(repository, 'package.json'), 'utf8');
const { contributes } = manifest;

interface Setting {
  readonly order: number;
  readonly type?: unknown;
  readonly scope?: string;
  readonly default: unknown;
  readonly enum?: readonly string[];
}

/** The settings of every group. */
const settings: Readonly<Record<string, Setting>> = Object.assign(
  {},
  ...contributes.configuration.map(({ properties }) => properties),
);

/** Every `when` clause of the manifest. */
function whenClauses(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'when' && typeof inner === 'string' ? [inner] : whenClauses(inner),
  );
}

/** Where a manifest has texts for people. */
const textKeys =
  /^(?:title|shortTitle|name|displayName|label|category|contents|contextualTitle|tooltip|altText)$|[dD]escriptions?$|[dD]eprecationMessage$|Labels$/u;

/** The texts of a manifest that are not exactly one `%key%`. "Beckon" is a name, and the same in every language. */
function literalTexts(value: unknown, key = ''): string[] {
  if (typeof value === 'string') {
    return textKeys.test(key) && value !== 'Beckon' && !/^%[\w.]+%$/u.test(value) ? [value] : [];
  }
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  return Object.entries(value).flatMap(([name, inner]) =>
    literalTexts(inner, Array.isArray(value) ? key : name),
  );
}

/** The scopes of settings that VS Code never takes from a workspace. */
const ownScopes: readonly unknown[] = ['application', 'machine'];

function settableByRepository(settings: Readonly<Record<string, { readonly scope?: string }>>): string[] {
  return Object.entries(settings).flatMap(([key, { scope }]) => (ownScopes.includes(scope) ? [] : [key]));
}

describe('the manifest', () => {
  it('contributes exactly the commands the code registers', () => {
    expect(contributes.commands.map(({ command }) => command).sort()).toEqual(
      Object.values(commandIds).sort(),
    );
  });

  it('contributes every command that lenses and fixes name', () => {
    const known: readonly string[] = Object.values(commandIds);
    expect(Object.values(languageCommands).filter((command) => !known.includes(command))).toEqual([]);
  });

  it('puts only contributed commands into menus and welcome texts', () => {
    const menus = Object.values(contributes.menus)
      .flat()
      .map(({ command }) => command);
    const links = [...JSON.stringify(nls).matchAll(/command:([\w.]+)/gu)].map(([, command]) => command);
    const editors = ['vscode.openFolder', 'workbench.trust.manage'];
    const known: readonly unknown[] = [...Object.values(commandIds), ...editors];
    expect([...menus, ...links].filter((command) => !known.includes(command))).toEqual([]);
  });

  // VS Code writes the key below the label of such a button, where both are cut.
  it('gives no button above a document a key', () => {
    const withKey = new Set(contributes.keybindings.map(({ command }) => command));
    const buttons = contributes.menus['editor/title'].map(({ command }) => command);
    expect(buttons.filter((command) => withKey.has(command))).toEqual([]);
  });

  it('contributes exactly the views the code fills', () => {
    expect(
      Object.values(contributes.views)
        .flat()
        .map(({ id }) => id),
    ).toEqual(Object.values(viewIds));
  });

  it('gives every setting the default the code has', () => {
    const own = Object.entries(settings).filter(([key]) => !key.startsWith(`beckon.answers.`));
    const defaults = own.map(([key, { default: value }]) => [key, value]);
    expect(Object.fromEntries(defaults)).toEqual(settingDefaults);
  });

  it('has a setting for each program whose answers a person has to switch on, which no repository can', () => {
    const optIn = allPrograms.filter(({ answers }: Program) => answers?.optIn);
    for (const { id } of optIn) {
      expect(Object.keys(settings)).toContain(`beckon.answers.${id}`);
    }
    const switches = Object.entries(settings).filter(([key]) => key.startsWith(`beckon.answers.`));
    for (const [, { default: value, ...how }] of switches) {
      expect({ value, ...how }).toMatchObject({ value: false, type: 'boolean', scope: 'machine' });
    }
  });

  it('gives every setting of a few words the words the code knows', () => {
    const enums = Object.entries(settings).flatMap(([key, property]) =>
      property.enum ? [[key, property.enum] as const] : [],
    );
    expect(Object.fromEntries(enums)).toEqual(settingWords);
  });

  it('shows the settings in groups, each in an order of its own', () => {
    for (const { properties } of contributes.configuration) {
      const orders = Object.values(properties).map(({ order }) => order);
      expect(orders).toEqual(orders.map((_, at) => at + 1));
    }
    const keys = contributes.configuration.flatMap(({ properties }) => Object.keys(properties));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('lets no repository set a setting', () => {
    expect(settableByRepository(settings)).toEqual([]);
    const planted = { none: {}, window: { scope: 'window' }, open: { scope: 'machine-overridable' } };
    expect(settableByRepository({ ...settings, ...planted })).toEqual(['none', 'window', 'open']);
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
    const { displayName, description, capabilities } = manifest;
    expect(literalTexts({ displayName, description, capabilities, contributes })).toEqual([]);
    const views = [{ id: 'literal', name: 'Agents' }, { name: 'Beckon %views.agents%' }, { name: '%a%%b%' }];
    const setting = { type: 'string', enumDescriptions: ['%setting.one%', 'Two'], description: '' };
    const category = { category: 'Beckon', title: 'Show' };
    expect(literalTexts({ views, setting, category })).toEqual([
      'Agents',
      'Beckon %views.agents%',
      '%a%%b%',
      'Two',
      '',
      'Show',
    ]);
  });

  it('runs where forks are: VS Code 1.100 and its types', () => {
    expect(manifest.engines.vscode).toBe('^1.100.0');
    expect(manifest.devDependencies['@types/vscode']).toBe('1.100.0');
  });

  it('points at a bundle', () => {
    const built = bundles.map(({ file }: { file: string }) => `./${file}`);
    expect(built).toHaveLength(6);
    expect(built).toContain(manifest.main);
    expect(built).toContain(manifest.bin.beckon);
    expect(built.map((file: string) => `node ${file}`)).toContain(manifest.scripts['vscode:uninstall']);
  });
});
