/** Where an agent works, as a person would call it: a checkout, or a plain folder. */
export interface Place {
  /** The top of the checkout, or the folder itself. */
  readonly root: string;
  /** The name of the folder; of a worktree, that of the main checkout. */
  readonly name: string;
  /** The branch, or the start of the commit where none is checked out. */
  readonly branch?: string;
  readonly worktree: boolean;
}

/** A place in words: `api · main`, and where it is not the main checkout, that it is a worktree. */
export function placeLabel({ name, branch, worktree }: Place): string {
  const label = branch ? `${name} · ${branch}` : name;
  return worktree ? `${label} (worktree)` : label;
}
