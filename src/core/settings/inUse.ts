/** An agent program, and what is known of it in a folder. */
export interface KnownProgram<P> {
  readonly program: P;
  /** Whether it has entries there. */
  readonly hasEntries: boolean;
  /** Whether it is on this machine. */
  readonly isHere: boolean;
}

/** The programs that agents of a folder are of: those that are set up there, and where none is, those on this machine. */
export function inUse<P>(known: readonly KnownProgram<P>[]): readonly P[] {
  const setUp = known.filter(({ hasEntries }) => hasEntries);
  return (setUp.length > 0 ? setUp : known.filter(({ isHere }) => isHere)).map(({ program }) => program);
}
