/** What the language server and its client say to each other besides the Language Server Protocol. */
export const languageMethods = {
  /** The server asks what is around a HOOK.md: `{ uri }` in, {@link HookSurroundings} or null out. */
  surroundings: 'beckon/surroundings',
  /** The client says that what is around some files is not what it was: `{ uris }`, or all open ones without. */
  surroundingsChanged: 'beckon/surroundingsChanged',
} as const;

/** What the client tells the server at its start. */
export interface LanguageOptions {
  /** The page that explains the problems, as a URI. */
  readonly docs?: string;
  /** Whether the client answers {@link languageMethods.surroundings}. */
  readonly surroundings?: boolean;
}

/** The commands of the editor that lenses and fixes name; each is given the URI of the HOOK.md. */
export const languageCommands = {
  runSample: 'beckon.runHookSample',
  enable: 'beckon.allowHook',
  disable: 'beckon.denyHook',
  countCalls: 'beckon.countHookCalls',
  createScript: 'beckon.createHookScript',
  makeExecutable: 'beckon.makeHookExecutable',
} as const;
