/**
 * What each place in `src` may import: places, packages (by the exact name imported), and `node:` for all of Node.
 * The one declared value; `biome.json` and CONTRIBUTING.md repeat it, and the tests hold them to it.
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
  'src/cli': ['src/cli', 'src/core', 'src/node'],
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
  'src/extension.ts': ['src/editor', 'src/node', 'src/core'],
};

/** Whether `path` is `place` itself or lies in it. */
export function isIn(place: string, path: string): boolean {
  return path === place || path.startsWith(`${place}/`);
}
