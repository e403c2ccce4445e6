import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/** The bundled host tests: an inert extension's folder, the module VS Code calls, and a bundle per test file. */
export interface HostBundle {
  readonly driver: string;
  readonly entry: string;
  readonly files: readonly string[];
}

/** The bundle of a test file, seen from the folder of the bundles; unlike the file's own name it is the only one. */
export function bundleName(testFile: string): string {
  return testFile
    .replaceAll('\\', '/')
    .replace(/^test\/host\//, '')
    .replace(/\.ts$/, '.cjs');
}

/**
 * Bundles test files for the extension host, which runs no TypeScript. They are put inside the driver extension,
 * because VS Code gives its API to a module by the extension the module lies in.
 */
export async function bundleHostTests(
  root: string,
  testFiles: readonly string[],
  outDir: string,
): Promise<HostBundle> {
  rmSync(outDir, { recursive: true, force: true });
  cpSync(join(root, 'test', 'host', 'driver'), outDir, { recursive: true });
  await build({
    absWorkingDir: root,
    entryPoints: ['test/host/index.ts', ...testFiles].map((file) => ({
      in: file,
      out: bundleName(file).replace(/\.cjs$/, ''),
    })),
    outdir: outDir,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['vscode', 'mocha'],
    logLevel: 'warning',
  });
  return {
    driver: outDir,
    entry: join(outDir, 'index.cjs'),
    files: testFiles.map((file) => join(outDir, bundleName(file))),
  };
}
