import * as vscode from 'vscode';
import { settingDefaults } from './contributions.ts';

/** The value of a setting. One of the wrong type, as a hand-edited file may hold, counts as the default. */
export function readSetting(key: keyof typeof settingDefaults): number {
  const value: unknown = vscode.workspace.getConfiguration().get(key);
  const fallback = settingDefaults[key];
  return typeof value === typeof fallback ? (value as number) : fallback;
}
