import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeTree } from '../../../tools/cache/removeTree.mjs';
import { withoutGit } from '../../../tools/cache/withoutGit.mjs';
import { allowed, cagedClaude, claudeState } from './cagedClaude.ts';
import type { CagedProgram } from './cagedProgram.ts';

/** A home, a workspace and an environment for one agent program: nothing of the person's is in it. */
export interface Cage {
  readonly home: string;
  /** The first of the folders. */
  readonly workspace: string;
  /** The folders an agent may work in, each a repository of its own. */
  readonly folders: readonly string[];
  readonly beckonHome: string;
  /** All that a program in the cage finds in its environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Lets Claude work in one more folder without asking whether it is trusted. */
  trust(folder: string): void;
  /** Moves Claude's own folder away from its usual place, and says so in the environment. */
  moveConfig(): void;
  /** Writes a program into the workspace that Claude may run without asking: see `allowed`. */
  allow(shell: string): void;
  /** Makes an empty file in the workspace. */
  touch(file: string): void;
  /** Removes what a test has left in the workspace, but not what is configured there. */
  tidy(): void;
  /** Whether a file of the workspace exists. */
  has(file: string): boolean;
  remove(): void;
}

/** Makes a cage whose agents speak to the given model; each of the programs finds what it needs to begin at once. */
export function makeCage(
  modelUrl: string,
  names: readonly [string, ...string[]] = ['ws'],
  programs: readonly CagedProgram[] = [cagedClaude],
): Cage {
  // The real path, because that is what programs look for in their lists of trusted folders.
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'bk-')));
  const [home, workspace, beckonHome] = [join(root, 'home'), join(root, names[0]), join(root, 'beckon')];
  const folders = names.map((name) => join(root, name));
  for (const folder of [home, ...folders]) {
    mkdirSync(folder, { recursive: true });
  }
  const trustedFolders = [...folders];
  for (const folder of folders) {
    execFileSync('git', ['-c', 'init.defaultBranch=main', 'init', '--quiet', folder], {
      env: { ...withoutGit(), HOME: home },
    });
  }
  const env: Record<string, string> = {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: home,
    BECKON_HOME: beckonHome,
    SHELL: '/bin/bash',
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
    TMPDIR: root,
    // The model refuses to be a proxy and remembers who asked: nothing leaves the machine unseen.
    HTTPS_PROXY: modelUrl,
    HTTP_PROXY: modelUrl,
    NO_PROXY: '127.0.0.1,localhost',
  };
  for (const { command, furnish } of programs) {
    Object.assign(env, furnish({ root, home, folders, modelUrl }));
    if (command) {
      env.PATH = `${commandIn(root, command)}:${env.PATH}`;
    }
  }
  return {
    home,
    workspace,
    folders,
    beckonHome,
    env,
    trust: (folder) => {
      trustedFolders.push(folder);
      writeFileSync(join(home, '.claude.json'), JSON.stringify(claudeState(trustedFolders)));
    },
    moveConfig: () => {
      const moved = join(home, 'claude elsewhere');
      renameSync(join(home, '.claude'), moved);
      renameSync(join(home, '.claude.json'), join(moved, '.claude.json'));
      env.CLAUDE_CONFIG_DIR = moved;
    },
    allow: (shell) => writeFileSync(join(workspace, allowed), `#!/bin/sh\n${shell}\n`, { mode: 0o755 }),
    touch: (file) => writeFileSync(join(workspace, file), ''),
    tidy: () => {
      for (const name of readdirSync(workspace).filter((entry) => !entry.startsWith('.'))) {
        rmSync(join(workspace, name), { recursive: true });
      }
    },
    has: (file) => existsSync(join(workspace, file)),
    remove: () => removeTree(root),
  };
}

/** Makes a command in the cage, and returns the folder it is in. */
function commandIn(root: string, [name, ...starts]: readonly [string, ...string[]]): string {
  const folder = join(root, 'bin', name);
  mkdirSync(folder, { recursive: true });
  const words = starts.map((word) => `'${word}'`).join(' ');
  writeFileSync(join(folder, name), `#!/bin/sh\nexec ${words} "$@"\n`, { mode: 0o755 });
  return folder;
}
