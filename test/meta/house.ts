import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { repository, runProgram } from '../support/runProgram.ts';

/** A copy of the sources and their rules, to plant violations in. */
export interface House {
  readonly root: string;
  /** Writes a file; one that was there is gone. */
  plant(file: string, text: string): void;
  /** Where a rule of Biome finds something, as `file:line`, sorted, each once. */
  lint(rule: string): Promise<string[]>;
  /** What the compiler says about a folder, line by line; none when it is content. */
  compile(folder: string): Promise<string[]>;
  remove(): void;
}

const parts = ['src', 'types', 'biome.json', 'tsconfig.base.json', 'package.json', '.gitignore'];
const program = (name: string) => join(repository, 'node_modules/.bin', name);

/** Copies the house into a temporary folder. */
export function copyHouse(): House {
  const root = mkdtempSync(join(tmpdir(), 'beckon-house-'));
  for (const part of parts) {
    cpSync(join(repository, part), join(root, part), { recursive: true });
  }
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'));
  return {
    root,
    plant: (file, text) => {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), `${text}\n`);
    },
    lint: async (rule) => {
      const args = ['lint', '--reporter=json', '--max-diagnostics=none', 'src'];
      const { out } = await runProgram(program('biome'), args, { cwd: root });
      const { diagnostics } = JSON.parse(out) as Report;
      const found = diagnostics.filter(({ category }) => category.endsWith(`/${rule}`));
      return [...new Set(found.map(({ location: { path, start } }) => `${path}:${start.line}`))].sort();
    },
    compile: async (folder) => {
      const { code, out } = await runProgram(program('tsc'), ['-p', folder, '--pretty', 'false'], {
        cwd: root,
      });
      return code === 0 ? [] : out.trim().split('\n');
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

interface Report {
  readonly diagnostics: readonly {
    readonly category: string;
    readonly location: { readonly path: string; readonly start: { readonly line: number } };
  }[];
}
