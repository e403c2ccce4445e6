import * as vscode from 'vscode';
import { settingDefaults, settingWords } from './contributions.ts';

type Settings = typeof settingDefaults;

/** The value of a setting. One of the wrong type or word, as a hand-edited file may hold, counts as the default. */
export function readSetting<Key extends keyof Settings>(key: Key): Settings[Key] {
  const value: unknown = vscode.workspace.getConfiguration().get(key);
  const fallback = settingDefaults[key];
  const words = settingWords[key];
  const fits = typeof value === typeof fallback && (!words || words.includes(value as string));
  return fits ? (value as Settings[Key]) : fallback;
}
