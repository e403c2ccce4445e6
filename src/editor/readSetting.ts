import * as vscode from 'vscode';
import { settingDefaults, settingWords } from './contributions.ts';
import type { Disposable } from './disposableStore.ts';

type Settings = typeof settingDefaults;

/** What was read since a setting changed last; nothing is kept before {@link keepSettings}. */
let kept: Map<string, unknown> | undefined;

/**
 * Keeps what is read until a setting changes: VS Code takes long to say a value, and views ask at every drawing. Who
 * wants to hear of changes too has to listen after this.
 */
export function keepSettings(): Disposable {
  const own = new Map<string, unknown>();
  kept = own;
  const watch = vscode.workspace.onDidChangeConfiguration(() => own.clear());
  return {
    dispose: () => {
      watch.dispose();
      kept = kept === own ? undefined : kept;
    },
  };
}

/** What `read` makes of settings, the same until one of them changes. */
export function keptSetting<Value>(name: string, read: () => Value): Value {
  if (!kept?.has(name)) {
    const value = read();
    kept?.set(name, value);
    return value;
  }
  return kept.get(name) as Value;
}

/** The value of a setting. One of the wrong type or word, as a hand-edited file may hold, counts as the default. */
export function readSetting<Key extends keyof Settings>(key: Key): Settings[Key] {
  return keptSetting(key, () => {
    const value: unknown = vscode.workspace.getConfiguration().get(key);
    const fallback = settingDefaults[key];
    const words = settingWords[key];
    const fits = typeof value === typeof fallback && (!words || words.includes(value as string));
    return fits ? (value as Settings[Key]) : fallback;
  });
}
