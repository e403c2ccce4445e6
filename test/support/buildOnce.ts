import { build } from '../../esbuild.mjs';

/** Builds the bundles before the levels that run or inspect them. */
export async function setup(): Promise<void> {
  await build();
}
