/** One VS Code of the host level: what its folder is called, the test files it runs, and whether it is restricted. */
export interface HostWindow {
  readonly name: string;
  readonly testFiles: readonly string[];
  readonly restricted: boolean;
}

/**
 * Deals test files to two lanes of windows that run side by side, one window after the other in each. The largest file
 * goes first, always to the lane with less to do: a file takes about as long as it is large. The same files always
 * meet in the same windows, so that a failure comes again.
 */
export function hostLanes(
  testFiles: readonly string[],
  sizeOf: (file: string) => number,
): readonly [readonly HostWindow[], readonly HostWindow[]] {
  const restricted = testFiles.filter(isRestricted);
  const largestFirst = testFiles
    .filter((file) => !isRestricted(file))
    .toSorted((a, b) => sizeOf(b) - sizeOf(a) || (a < b ? -1 : 1));
  const total = (files: readonly string[]) => files.reduce((sum, file) => sum + sizeOf(file), 0);
  const first: string[] = [];
  const second: string[] = [];
  for (const file of largestFirst) {
    const lane = total(first) <= total([...restricted, ...second]) ? first : second;
    lane.push(file);
  }
  const windows = (all: readonly HostWindow[]) => all.filter((window) => window.testFiles.length > 0);
  return [
    windows([{ name: 'first', testFiles: first.toSorted(), restricted: false }]),
    windows([
      { name: 'second', testFiles: second.toSorted(), restricted: false },
      { name: 'restricted', testFiles: restricted, restricted: true },
    ]),
  ];
}

/** Whether a test file wants a window in Restricted Mode. */
function isRestricted(file: string): boolean {
  return /[\\/]restricted[\\/]/.test(file);
}
