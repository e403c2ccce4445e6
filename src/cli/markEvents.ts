import type { MarkerOptions } from '../node/hooks/activeMarkers.ts';
import { markersFolder, syncMarkers } from '../node/hooks/activeMarkers.ts';
import type { Console } from './console.ts';

/** Makes the markers follow the hooks on disk, and says so where that cannot be: agents would run none of them. */
export async function markEvents(
  command: string,
  options: Omit<MarkerOptions, 'programs'>,
  console: Console,
): Promise<void> {
  if (!(await syncMarkers({ ...options, programs: console.programs }))) {
    const folder = markersFolder(options.home);
    console.err(
      `beckon ${command}: ${folder} cannot be written, so no agent runs these hooks; make it writable`,
    );
  }
}
