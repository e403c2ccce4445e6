/**
 * The rooms of `src/core`, in the order in which they know of each other: a file imports its own room and those before
 * it, types included. The one declared value; docs/architecture.md repeats it.
 */
export const roomOrder: readonly string[] = [
  'text',
  'yaml',
  'wire',
  'event',
  'demo',
  'usage',
  'agent',
  'decision',
  'run',
  'roster',
  'runbook',
  'hookfile',
  'hookrun',
  'findings',
  'settings',
  'program',
  'view',
];
