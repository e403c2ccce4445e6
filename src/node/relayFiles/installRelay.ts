import { access, constants, readFile } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import type { RelayRules } from '../../core/wire/relayRules.ts';
import { parseRelayVersion, relayVersion } from '../../core/wire/relayVersion.ts';
import { makeFolders } from '../makeFolders.ts';
import { commandLauncher, relayLauncher, windowsLauncher } from './relayLaunchers.ts';
import { replaceFile } from './replaceFile.ts';
import { dropOldRules, writeRules } from './writeRules.ts';

/** What is installed where. */
export interface RelayInstall {
  readonly home: string;
  /** What the relay is called, and has to know. */
  readonly rules: RelayRules;
  /** The version of Beckon, `x.y.z`. */
  readonly version: string;
  /** Where the relay in bash, the relay for Node and the command line lie. */
  readonly files: { readonly bash: string; readonly node: string; readonly cli: string };
  /** Programs that run JavaScript as Node does, best first. */
  readonly runtimes: readonly string[];
  /** The bash to use; looked for when left out, none when empty. */
  readonly bash?: string;
  readonly platform?: NodeJS.Platform;
}

/** What came of it. Of a newer Beckon nothing is replaced. */
export interface RelayInstalled {
  readonly path: string;
  readonly kind: 'bash' | 'node';
  readonly relay: 'written' | 'same' | 'newer';
  readonly cli: 'written' | 'newer';
}

/**
 * Puts the relay and the command line at their stable places. Every file is replaced in one step, since an agent may
 * run it at that moment. The bundles are copied, because the folder of an extension goes with its next update.
 */
export async function installRelay(install: RelayInstall): Promise<RelayInstalled> {
  const { home, rules, version, files, runtimes, platform = process.platform } = install;
  const at = (...path: string[]) => join(home, ...path);
  for (const name of ['bin', 'lib']) {
    makeFolders(at(name), 0o700);
  }
  await replaceFile(at('runtimes'), `${await mergedRuntimes(at('runtimes'), runtimes)}\n`, 0o600);

  const windows = platform === 'win32';
  const suffix = windows ? '.cmd' : '';
  const command = at('bin', `beckon${suffix}`);
  const cli = isOlder(version, versionIn(await readOr(command, ''))) ? 'newer' : 'written';
  if (cli === 'written') {
    await replaceFile(at('lib', 'beckon.cjs'), await readFile(files.cli), 0o600);
    await replaceFile(
      command,
      windows ? windowsLauncher('beckon', version) : commandLauncher(version),
      0o755,
    );
  }

  const bash = windows ? '' : (install.bash ?? (await findBash()));
  const path = at('bin', `${rules.program}${suffix}`);
  const kind = bash ? 'bash' : 'node';
  const present = await readOr(path, '');
  if (parseRelayVersion(present) > relayVersion) {
    return { path, kind, relay: 'newer', cli };
  }
  // Before the relay that reads them: an older one reads none, and this one would wait for nothing without them.
  await writeRules(home, rules);
  const script = await readFile(files.bash, 'utf8');
  // Both, whichever is used: the command line installs from here when it is run from here.
  await replaceFile(at('lib', 'relay.cjs'), await readFile(files.node), 0o600);
  await replaceFile(at('lib', 'relay.sh'), script, 0o600);
  const launcher = windows ? windowsLauncher('relay', version) : relayLauncher();
  const text = bash
    ? script.replace(/^bash=.*$/mu, () => `bash='${bash.replaceAll("'", "'\\''")}'`)
    : launcher;
  if (text !== present) {
    await replaceFile(path, text, 0o755);
  }
  await dropOldRules(home, rules);
  return { path, kind, relay: text === present ? 'same' : 'written', cli };
}

/** The bash of this system; empty where there is none. The system's own comes first: it stays where it is. */
async function findBash(): Promise<string> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  for (const folder of ['/bin', '/usr/bin', ...folders]) {
    const path = join(folder, 'bash');
    const usable = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (usable) return path;
  }
  return '';
}

/** The runtimes of this install first, then those of others, which may outlive it. */
async function mergedRuntimes(path: string, runtimes: readonly string[]): Promise<string> {
  const known = (await readOr(path, '')).split('\n').filter(Boolean);
  return [...new Set([...runtimes, ...known])].slice(0, 8).join('\n');
}

function versionIn(text: string): string {
  return /^(?:rem )?# beckon (\d+\.\d+\.\d+)$/mu.exec(text)?.[1] ?? '0.0.0';
}

function isOlder(version: string, than: string): boolean {
  const [one, other] = [version, than].map((text) =>
    text.split('.').map((part) => Number.parseInt(part, 10)),
  );
  const index = one?.findIndex((part, place) => part !== other?.[place]) ?? -1;
  return index >= 0 && (one?.[index] ?? 0) < (other?.[index] ?? 0);
}

async function readOr(path: string, otherwise: string): Promise<string> {
  return await readFile(path, 'utf8').catch(() => otherwise);
}
