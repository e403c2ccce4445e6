import { readFileSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build as bundle } from 'esbuild';

/**
 * The six programs Beckon ships, one file each; the names are what package.json, the relay's installer and the client of
 * the language server refer to.
 */
export const bundles = [
  { entry: 'src/extension.ts', file: 'dist/extension.cjs', external: ['vscode'] },
  { entry: 'src/editor/authoring/main.ts', file: 'dist/authoring.cjs', external: ['vscode'] },
  { entry: 'src/cli/main.ts', file: 'dist/beckon.cjs', banner: '#!/usr/bin/env node' },
  { entry: 'src/relay/main.ts', file: 'dist/relay.cjs', banner: '#!/usr/bin/env node' },
  { entry: 'src/server/main.ts', file: 'dist/server.cjs' },
  { entry: 'src/cli/removeMain.ts', file: 'dist/uninstall.cjs' },
];

/**
 * What the extension imports only when it needs it stays a file of its own, so that a window starts without it.
 * @type {import('esbuild').Plugin}
 */
const later = {
  name: 'later',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^\.\/main\.ts$/ }, ({ kind, importer }) =>
      kind === 'dynamic-import' && /[/\\]authoring[/\\]authoring\.ts$/.test(importer)
        ? { path: './authoring.cjs', external: true }
        : undefined,
    );
  },
};

/** What is shipped as it is, beside the bundles. */
const copies = [{ from: 'src/relay/relay.sh', file: 'dist/relay.sh' }];

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

/** Builds every bundle, and puts beside them what is shipped as it is. CommonJS, because VS Code loads extensions with `require`; Node 20, because that is what the oldest supported editor runs. */
export async function build() {
  await mkdir(join(import.meta.dirname, 'dist'), { recursive: true });
  await Promise.all([
    ...copies.map(({ from, file }) =>
      copyFile(join(import.meta.dirname, from), join(import.meta.dirname, file)),
    ),
    ...bundles.map(makeBundle),
  ]);
}

/**
 * Builds one bundle.
 * @param {{ entry: string, file: string, external?: string[], banner?: string }} made
 */
export async function makeBundle({ entry, file, external = [], banner }) {
  await bundle({
    entryPoints: [entry],
    outfile: file,
    external,
    plugins: [later],
    // A `require`: VS Code gives `vscode` only to what is loaded so.
    supported: { 'dynamic-import': false },
    // Its CommonJS form hides its requires from a bundler.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
    define: { BECKON_VERSION: JSON.stringify(version) },
    absWorkingDir: import.meta.dirname,
    ...(banner ? { banner: { js: banner } } : {}),
  });
}

// Run as a program, not imported.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await build();
}
