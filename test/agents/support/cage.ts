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

/** The one command that needs no permission in a cage. */
export const allowed = './allowed.sh';

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
  /** Writes a program into the workspace that Claude may run without asking: see {@link allowed}. */
  allow(shell: string): void;
  /** Makes an empty file in the workspace. */
  touch(file: string): void;
  /** Removes what a test has left in the workspace, but not what is configured there. */
  tidy(): void;
  /** Whether a file of the workspace exists. */
  has(file: string): boolean;
  remove(): void;
}

/**
 * Makes a cage whose agent speaks to the given model. Claude finds a home in which the first-run screens are behind it
 * and the folders are trusted; it asks before it runs anything, which a fresh install does not.
 */
export function makeCage(modelUrl: string, names: readonly [string, ...string[]] = ['ws']): Cage {
  // The real path, because that is what Claude looks for in its list of trusted folders.
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'bk-')));
  const [home, workspace, beckonHome] = [join(root, 'home'), join(root, names[0]), join(root, 'beckon')];
  const folders = names.map((name) => join(root, name));
  for (const folder of [join(home, '.claude'), ...folders]) {
    mkdirSync(folder, { recursive: true });
  }
  const trustedFolders = [...folders];
  writeFileSync(join(home, '.claude.json'), JSON.stringify(claudeState(trustedFolders)));
  writeFileSync(
    join(home, '.claude', 'settings.json'),
    JSON.stringify({ permissions: { defaultMode: 'default', allow: [`Bash(${allowed})`] } }),
  );
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
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: 'dummy',
    // The model refuses to be a proxy and remembers who asked: nothing leaves the machine unseen.
    HTTPS_PROXY: modelUrl,
    HTTP_PROXY: modelUrl,
    NO_PROXY: '127.0.0.1,localhost',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_ERROR_REPORTING: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL: '1',
    CLAUDE_CODE_MAX_RETRIES: '0',
  };
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

/** What Claude Code notes of a folder that a person has trusted. */
const trusted = {
  hasTrustDialogAccepted: true,
  projectOnboardingSeenCount: 5,
  hasCompletedProjectOnboarding: true,
};

/** What `~/.claude.json` says after a person has gone through the first-run screens. */
function claudeState(folders: readonly string[]): object {
  return {
    hasCompletedOnboarding: true,
    lastOnboardingVersion: '99.0.0',
    theme: 'dark',
    numStartups: 5,
    customApiKeyResponses: { approved: ['dummy'], rejected: [] },
    hasSeenAutoDefaultNudge: true,
    projects: Object.fromEntries(folders.map((folder) => [folder, trusted])),
  };
}

/** The program under test, which the level brings. */
export function claudeProgram(): string {
  const program = process.env.BECKON_CLAUDE;
  if (!program || !existsSync(program)) {
    throw new Error('BECKON_CLAUDE names no Claude Code: run `npm test -- agents`, which brings it.');
  }
  return program;
}
