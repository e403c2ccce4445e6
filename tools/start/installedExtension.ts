import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findDamage, writeManifest } from '../cache/manifest.mjs';

/** The files without which the extension does nothing; their content is checked too. */
const programs = ['package.json', 'dist/extension.cjs'];

/** Whether an extensions folder has Beckon installed, whole, from the package with this hash. */
export function isInstalled(extensionsDir: string, hash: string): boolean {
  const folder = folderIn(extensionsDir);
  if (folder === undefined || readText(stampOf(extensionsDir)) !== hash) return false;
  // VS Code shows only what this list of its own names.
  const listed = readText(join(extensionsDir, 'extensions.json'))?.includes(JSON.stringify(folder)) ?? false;
  return listed && findDamage(join(extensionsDir, folder), programs) === undefined;
}

/** Writes down that Beckon was installed from the package with this hash; to be called last. */
export function markInstalled(extensionsDir: string, hash: string): void {
  const folder = folderIn(extensionsDir);
  if (folder === undefined) throw new Error(`VS Code installed nothing into ${extensionsDir}`);
  writeManifest(join(extensionsDir, folder), programs);
  writeFileSync(stampOf(extensionsDir), hash);
}

function stampOf(extensionsDir: string): string {
  return join(extensionsDir, '.installed');
}

function folderIn(extensionsDir: string): string | undefined {
  if (!existsSync(extensionsDir)) return undefined;
  return readdirSync(extensionsDir).find((name) => name.startsWith('beckon.beckon-'));
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
