import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { atExit } from '../cache/cleanup.mjs';
import { removeTree } from '../cache/removeTree.mjs';
import { withoutGit } from '../cache/withoutGit.mjs';

const template = join(import.meta.dirname, '..', 'demo');

/**
 * Puts the demo project where the person can change it as they like; one that is there is left as it is. Of two that do
 * so at the same time the first to finish wins.
 */
export function makeDemoWorkspace(workspace: string): void {
  if (existsSync(workspace)) return;
  mkdirSync(dirname(workspace), { recursive: true });
  const making = mkdtempSync(`${workspace}.making-`);
  const forget = atExit(() => removeTree(making));
  try {
    // mkdtemp makes folders that only their owner may enter.
    chmodSync(making, 0o755);
    cpSync(template, making, { recursive: true });
    makeRepository(making);
    renameSync(making, workspace);
  } catch (error) {
    if (!existsSync(workspace)) throw error;
  } finally {
    removeTree(making);
    forget();
  }
}

/** A repository of its own, or else VS Code would show the changes of the clone around it. */
function makeRepository(dir: string): void {
  const author = [
    '-c',
    'user.name=Beckon demo',
    '-c',
    'user.email=demo@localhost',
    '-c',
    'commit.gpgsign=false',
  ];
  try {
    for (const args of [
      ['-c', 'init.defaultBranch=main', 'init', '-q'],
      ['add', '.'],
      [...author, 'commit', '-q', '-m', 'A login, and its tests'],
    ]) {
      execFileSync('git', args, { cwd: dir, env: withoutGit(), stdio: 'ignore' });
    }
  } catch {
    // Without git the demo is a plain folder, which is good enough.
  }
}
