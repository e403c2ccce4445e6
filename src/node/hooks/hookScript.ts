import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, extname, join } from 'node:path';
import { readBounded } from './readBounded.ts';

/** The script of a hook and how it is started. */
export interface HookScript {
  readonly path: string;
  /** The program and what it is given; the script is in it. */
  readonly command: readonly string[];
  /** What the program needs in its environment. */
  readonly env?: Readonly<Record<string, string>>;
}

const names = ['run', 'run.sh', 'run.py', 'run.js'];
const windowsNames = ['run.cmd', 'run.ps1', ...names];
const firstLineBytes = 1024;

/**
 * The script that a hook runs: the first file of the names that one may have. It need not be executable: then its
 * first line says what runs it, or its name does.
 */
export async function hookScript(
  folder: string,
  platform: NodeJS.Platform = process.platform,
): Promise<HookScript | undefined> {
  const found = await findScript(folder, platform);
  return found && { path: found.path, ...(await startOf(found, platform)) };
}

/** The file that a hook runs, and what its first bytes tell. */
export interface ScriptFile {
  readonly path: string;
  readonly isExecutable: boolean;
  /** What it is by its first bytes: a text with or without a line for its program, or a program itself. */
  readonly kind: 'shebang' | 'plain' | 'binary';
  /** Of a text with a line for its program, that and what it is given. */
  readonly program: readonly string[];
  /** The program of that line, where it is not there or may not be run. */
  readonly missing?: string;
  /** That line ends as on Windows, and other systems would take its end for a part of the name. */
  readonly isFromWindows: boolean;
}

/** Finds the file that a hook runs: the first of the names that one may have. */
export async function findScript(folder: string, platform: NodeJS.Platform): Promise<ScriptFile | undefined> {
  for (const file of platform === 'win32' ? windowsNames : names) {
    const path = join(folder, 'scripts', file);
    if ((await stat(path).catch(() => undefined))?.isFile()) {
      const isExecutable = await isAllowed(path);
      const start = await readBounded(path, firstLineBytes).catch(() => undefined);
      const program = /^#![ \t]*(\S+)(?:[ \t]+(.*?))?[ \t]*\r?(?:\n|$)/u.exec(start?.bytes.toString() ?? '');
      const [, name, given] = program ?? [];
      // One that is no whole path is looked for when the script is run.
      const isMissing = platform !== 'win32' && name?.startsWith('/') && !(await isAllowed(name));
      return {
        path,
        isExecutable,
        // One that may be run and not read is taken for a program.
        kind: program ? 'shebang' : !start || start.bytes.includes(0) ? 'binary' : 'plain',
        program: name === undefined ? [] : [name, ...(given ? [given] : [])],
        ...(isMissing ? { missing: name } : {}),
        isFromWindows: program?.[0].endsWith('\r\n') === true,
      };
    }
  }
  return undefined;
}

async function startOf(script: ScriptFile, platform: NodeJS.Platform): Promise<Omit<HookScript, 'path'>> {
  const { path, isExecutable, kind, program, isFromWindows } = script;
  const ending = extname(path);
  if (platform === 'win32') {
    return { command: [...windowsStart(ending, program), path], ...(ending === '.js' ? asNode() : {}) };
  }
  // Without that line the system would not know what to do with a text, executable or not.
  if ((isExecutable && kind === 'shebang' && !isFromWindows) || kind === 'binary') {
    return { command: [path] };
  }
  if (kind === 'shebang') {
    // As the system does: everything behind the program is one argument.
    return { command: [...program, path] };
  }
  switch (ending) {
    case '.py':
      return { command: ['python3', path] };
    case '.js':
      return { command: [process.execPath, path], ...asNode() };
    case '.sh':
      return { command: [(await isOnPath('bash')) ? 'bash' : 'sh', path] };
    default:
      return { command: ['sh', path] };
  }
}

/** What starts a script on Windows, which has neither that line nor those marks. */
function windowsStart(ending: string, program: readonly string[]): readonly string[] {
  switch (ending) {
    case '.cmd':
      return ['cmd.exe', '/d', '/c'];
    case '.ps1':
      return ['powershell.exe', '-NoProfile', '-ExecutionPolicy', 'Bypass', '-File'];
    case '.py':
      return ['python'];
    case '.js':
      return [process.execPath];
    default: {
      const [path = 'bash', given] = program;
      const name = path.replace(/^.*\//u, '');
      return name === 'env' ? [given?.split(/\s+/u).at(-1) ?? 'bash'] : [name, ...(given ? [given] : [])];
    }
  }
}

/** VS Code's own program is a Node only where it is told so. */
function asNode(): Pick<HookScript, 'env'> {
  return process.versions.electron === undefined ? {} : { env: { ELECTRON_RUN_AS_NODE: '1' } };
}

async function isOnPath(name: string): Promise<boolean> {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    if (folder !== '' && (await isAllowed(join(folder, name)))) {
      return true;
    }
  }
  return false;
}

/** Whether a file may be run, or a folder entered. */
export async function isAllowed(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
