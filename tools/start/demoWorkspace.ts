import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const template = join(import.meta.dirname, '..', 'demo');

/** Puts the demo project where the person can change it as they like; one that is there is left as it is. */
export function makeDemoWorkspace(workspace: string): void {
  if (existsSync(workspace)) return;
  const making = `${workspace}.making`;
  rmSync(making, { recursive: true, force: true });
  cpSync(template, making, { recursive: true });
  makeRepository(making);
  renameSync(making, workspace);
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
      execFileSync('git', args, { cwd: dir, stdio: 'ignore' });
    }
  } catch {
    // Without git the demo is a plain folder, which is good enough.
  }
}
