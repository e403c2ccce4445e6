// Put in by the bundler, so that the program needs no file beside it.
declare const BECKON_VERSION: string;

/** The version of Beckon. */
export const version = BECKON_VERSION;
