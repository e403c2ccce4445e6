import { delimiter, join, resolve } from 'node:path';
import { personHome } from './beckonHome.ts';

/**
 * What to do so that a shell finds `beckon`, line by line; nothing where it does. Terminals of VS Code have it on their PATH, other
 * terminals only after the person added the line.
 */
export function pathAdvice(home: string, env: NodeJS.ProcessEnv): readonly string[] {
  const bin = join(home, 'bin');
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  if (folders.some((folder) => resolve('/', folder) === bin)) {
    return [];
  }
  if (process.platform === 'win32') {
    return [`To run beckon outside of VS Code, add ${bin} to your PATH.`];
  }
  return [
    'To run beckon outside of VS Code, add this line to the start-up file of your shell (~/.bashrc, ~/.zshrc):',
    `  export PATH=${shellWords(bin, env)}`,
  ];
}

function shellWords(bin: string, env: NodeJS.ProcessEnv): string {
  const person = personHome(env);
  const rest = bin.startsWith(`${person}/`) ? bin.slice(person.length) : undefined;
  return rest !== undefined && /^[\w./-]+$/u.test(rest)
    ? `"$PATH:$HOME${rest}"`
    : `"$PATH":'${bin.replaceAll("'", "'\\''")}'`;
}
