// Put in by the bundler, so that no file has to be read for it.
declare const BECKON_VERSION: string;

/** The version of the extension. */
export const version = BECKON_VERSION;
