import * as vscode from 'vscode';
import { settingDefaults } from './contributions.ts';

type Settings = typeof settingDefaults;
type Wide<Value> = Value extends number ? number : Value extends boolean ? boolean : string;

/** The value of a setting. One of the wrong type, as a hand-edited file may hold, counts as the default. */
export function readSetting<Key extends keyof Settings>(key: Key): Wide<Settings[Key]> {
  const value: unknown = vscode.workspace.getConfiguration().get(key);
  const fallback = settingDefaults[key];
  return (typeof value === typeof fallback ? value : fallback) as Wide<Settings[Key]>;
}
