import { build } from '../../esbuild.mjs';
import { UserError } from '../cache/userError.mjs';

/** Builds the bundles into `dist/`; what is wrong with the source has then been printed by esbuild. */
export async function buildBundles(): Promise<void> {
  try {
    await build();
  } catch (error) {
    // esbuild prints each problem itself and then throws a summary of them.
    if (error instanceof Error && 'errors' in error) throw new UserError('The bundles could not be built.');
    throw error;
  }
}
