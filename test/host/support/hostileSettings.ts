import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { installedBeckon } from './beckon.ts';
import { post } from './post.ts';
import { workspaceFolder } from './relayAgent.ts';
import { ui } from './ui.ts';
import { until } from './until.ts';

interface Property {
  readonly type: string;
  readonly enum?: readonly string[];
}

/** A setting of VS Code's own that a repository may set: by it we know that its file was read. */
const sign = { key: 'editor.tabSize', value: 7 };

/** The settings that Beckon contributes, each with the value that counts now. */
function beckonSettings(): Readonly<Record<string, unknown>> {
  const settings = vscode.workspace.getConfiguration();
  return Object.fromEntries(Object.keys(properties()).map((key) => [key, settings.get(key)]));
}

/** Has the repository set every setting of Beckon to something else, quiet hours for the whole day among them. */
async function plantSettings(): Promise<void> {
  const now = beckonSettings();
  const planted = Object.entries(properties()).map(([key, property]) => [key, otherThan(now[key], property)]);
  mkdirSync(folder(), { recursive: true });
  const text = JSON.stringify({ ...Object.fromEntries(planted), [sign.key]: sign.value });
  writeFileSync(join(folder(), 'settings.json'), text);
  await until('the settings of the repository are read', isRead);
}

/** Has the repository set all that, and a run of an agent fail: nothing changed, and the person is told. */
export async function silencesNobody(session: string): Promise<void> {
  const before = beckonSettings();
  await plantSettings();
  await post(session, 'UserPromptSubmit', { prompt: 'Be loud' });
  await post(session, 'StopFailure', { error: 'rate_limit' });
  assert.deepEqual(beckonSettings(), before);
  const toast = '.notifications-toasts .notification-list-item:has-text("failed: rate limited")';
  await ui({ do: 'waitFor', selector: toast });
}

/** Takes the settings of the repository away. */
export async function removeSettings(): Promise<void> {
  rmSync(folder(), { recursive: true });
  await until('the settings of the repository are gone', () => !isRead());
}

const folder = () => join(workspaceFolder(), '.vscode');
const isRead = () => vscode.workspace.getConfiguration().get(sign.key) === sign.value;

function properties(): Readonly<Record<string, Property>> {
  const groups: readonly { readonly properties: Readonly<Record<string, Property>> }[] =
    installedBeckon().packageJSON.contributes.configuration;
  return Object.assign({}, ...groups.map((group) => group.properties));
}

function otherThan(value: unknown, property: Property): unknown {
  if (property.enum) return property.enum.find((word) => word !== value);
  if (property.type === 'boolean') return !value;
  return property.type === 'number' ? Number(value) + 1 : '00:00-24:00';
}
