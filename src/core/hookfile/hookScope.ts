/** Where a hook was found: the person's own, or one of the workspace. */
export type HookScope = 'user' | 'project';
