/** What there is to know about a key, for whoever writes one. */
export interface KeyText {
  /** What it says, as a sentence or two. */
  readonly about: string;
  /** The mapping has to have it. */
  readonly isNeeded?: true;
  /** What can be written, in a few words. */
  readonly takes?: string;
  /** What counts where it is not written, as it would be written, or in a few words. */
  readonly usual?: string;
}
