import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ownNode, repository, runProgram } from '../../support/runProgram.ts';

/** A temporary home and workspace, in which nothing of the machine is seen. */
export interface Workshop {
  readonly root: string;
  readonly workspace: string;
  readonly env: Readonly<Record<string, string>>;
  readonly local: string;
  /** Writes a file, with the folders above it. */
  write(path: string, content: string | Uint8Array): string;
  read(path: string): string;
  /** Runs git in a folder of the workshop; a failure is thrown. */
  git(folder: string, ...args: string[]): string;
  /** Runs the shipped command line. */
  beckon(...args: string[]): ReturnType<typeof runProgram>;
  /** Runs it as a person without rights of an administrator, to whom the workshop belongs. */
  beckonAsPerson(...args: string[]): ReturnType<typeof runProgram>;
  remove(): void;
}

/** Makes a workshop. Its relay is there already, as a program that does nothing. */
export function openWorkshop(): Workshop {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'beckon-entries-')));
  const workspace = join(root, 'work');
  const env = {
    HOME: join(root, 'home'),
    BECKON_HOME: join(root, 'home/.beckon'),
    // Only git and the shell's own programs, so that no Claude Code of the machine has a version.
    PATH: '/usr/bin:/bin',
    GIT_CONFIG_NOSYSTEM: '1',
  };
  const write = (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  };
  mkdirSync(workspace);
  chmodSync(write(join(env.BECKON_HOME, 'bin/claude-code'), '#!/bin/sh\n'), 0o755);
  // A Claude Code whose version nobody can tell.
  chmodSync(write(join(env.HOME, '.local/bin/claude'), '#!/bin/sh\n'), 0o755);
  const program = join(repository, 'dist/beckon.cjs');
  return {
    root,
    workspace,
    env,
    local: join(workspace, '.claude/settings.local.json'),
    write,
    read: (path) => readFileSync(path, 'utf8'),
    git: (folder, ...args) => {
      const identity = ['-c', 'user.name=t', '-c', 'user.email=t@t', '-c', 'init.defaultBranch=main'];
      const { status, stdout, stderr } = spawnSync('git', [...identity, ...args], {
        cwd: folder,
        env,
        encoding: 'utf8',
      });
      if (status !== 0) {
        throw new Error(`git ${args.join(' ')}: ${stderr}`);
      }
      return stdout;
    },
    beckon: (...args) => runProgram(ownNode, [program, ...args], { cwd: workspace, env }),
    beckonAsPerson: async (...args) => {
      if (process.getuid?.() !== 0) {
        return runProgram(ownNode, [program, ...args], { cwd: workspace, env });
      }
      const person = '65534';
      // A copy of what is shipped, since an ordinary person may not look into the repository.
      for (const file of ['beckon.cjs', 'relay.cjs', 'relay.sh']) {
        write(join(root, 'dist', file), readFileSync(join(repository, 'dist', file)));
      }
      const copy = join(root, 'dist/beckon.cjs');
      const given = spawnSync('chown', ['-R', `${person}:${person}`, root]);
      if (given.status !== 0) {
        throw new Error('cannot give the workshop to an ordinary person');
      }
      chmodSync(root, 0o755);
      const call = [`--reuid=${person}`, `--regid=${person}`, '--clear-groups', ownNode, copy, ...args];
      return runProgram('setpriv', call, { cwd: workspace, env });
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
