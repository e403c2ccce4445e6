/** The folders of a cage, and where its model is. */
export interface CageRoom {
  /** The real path of what all the others are in. */
  readonly root: string;
  readonly home: string;
  readonly folders: readonly string[];
  readonly modelUrl: string;
}

/** What a program finds in a cage, so that it starts as for a person who has used it before. */
export interface CagedProgram {
  /** What a person calls it by in a terminal of the cage, and what that starts. */
  readonly command?: readonly [name: string, ...starts: readonly string[]];
  /** The hosts that it wants to reach whatever it is told; in a cage it reaches them no more than others. */
  readonly reachesFor?: readonly string[];
  /** Writes its files, and returns what it finds in its environment. */
  furnish(room: CageRoom): Readonly<Record<string, string>>;
}
