/**
 * What each place in `src` may import: places, packages (by the exact name imported), and `node:` for all of Node.
 * The one declared value; `biome.json` and CONTRIBUTING.md repeat it, and the tests hold them to it. The first row that
 * has a file counts. A `*` stands for the folder of one agent program, and for the same one throughout its row.
 */
export const importTable: Readonly<Record<string, readonly string[]>> = {
  'src/core': ['src/core', 'zod', 'yaml', 'jsonc-parser'],
  'src/language': [
    'src/language',
    'src/core',
    'vscode-languageserver-types',
    'vscode-languageserver-textdocument',
  ],
  'src/node': ['src/node', 'src/core', 'node:', 'chokidar'],
  'src/relay': ['src/relay', 'src/core/wire', 'node:'],
  'src/programs/*/pure': [
    'src/programs/*/pure',
    'src/programs/shared/pure',
    'src/core',
    'zod',
    'jsonc-parser',
  ],
  'src/programs/*/node': [
    'src/programs/*/node',
    'src/programs/*/pure',
    'src/programs/shared/pure',
    'src/programs/shared/node',
    'src/core',
    'src/node',
    'node:',
    'chokidar',
  ],
  'src/programs/all.ts': ['src/programs/*/pure', 'src/programs/*/node', 'src/core'],
  'src/programs/runbookPrograms.ts': ['src/programs/*/pure', 'src/core'],
  'src/cli/main.ts': ['src/cli', 'src/core', 'src/node', 'src/programs/all.ts'],
  'src/cli/removeMain.ts': ['src/cli', 'src/core', 'src/node', 'src/programs/all.ts'],
  'src/cli': ['src/cli', 'src/core', 'src/node'],
  'src/server/main.ts': [
    'src/server',
    'src/language',
    'src/core',
    'src/programs/runbookPrograms.ts',
    'vscode-languageserver',
    'vscode-languageserver/node',
    'vscode-languageserver-textdocument',
    'node:worker_threads',
  ],
  'src/server': [
    'src/server',
    'src/language',
    'src/core',
    'vscode-languageserver',
    'vscode-languageserver/node',
    'vscode-languageserver-textdocument',
    'node:worker_threads',
  ],
  'src/editor': [
    'src/editor',
    'src/core',
    'src/node',
    'vscode',
    'vscode-languageclient',
    'vscode-languageclient/node',
  ],
  'src/extension.ts': ['src/editor', 'src/node', 'src/core', 'src/programs/all.ts'],
};

/** A row as it is for one file. */
export interface Row {
  readonly place: string;
  readonly allowed: readonly string[];
}

/** The row of a file, with the file's own program for each `*`; `undefined` where no row has it. */
export function rowOf(file: string): Row | undefined {
  const place = Object.keys(importTable).find((known) => isIn(known, file));
  const program = place?.includes('*') ? file.split('/')[2] : undefined;
  const allowed = importTable[place ?? ''] ?? [];
  return place === undefined
    ? undefined
    : { place, allowed: allowed.map((one) => one.replace('*', program ?? '*')) };
}

/** Whether `path` is `place` itself or lies in it. */
export function isIn(place: string, path: string): boolean {
  const parts = path.split('/');
  return place.split('/').every((part, at) => (part === '*' ? parts[at] !== undefined : part === parts[at]));
}
