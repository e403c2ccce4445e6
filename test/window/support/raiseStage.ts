import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { removeTree } from '../../../tools/cache/removeTree.mjs';
import { cloneRoot, commandProgress } from '../../../tools/command.ts';
import { bringStageParts, problemsFile, type StageParts } from './stageParts.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    stageParts: StageParts;
  }
}

/** Brings what every stage of the level is built from, before the first test. */
export async function setup(project: TestProject): Promise<void> {
  const parts = await bringStageParts(cloneRoot, commandProgress());
  removeTree(join(parts.runDir, 'shots'));
  removeTree(problemsFile(parts));
  project.provide('stageParts', parts);
}
