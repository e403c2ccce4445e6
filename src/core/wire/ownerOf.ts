import type { Discovery } from './discovery.ts';

/** A live listener and its id. */
export interface Listening extends Discovery {
  readonly id: string;
}

/**
 * Who an agent is and where it runs, as far as that is known: its conversation, the id it was started under, its folder,
 * and its process with those above it.
 */
export interface Whereabouts {
  readonly agent?: string;
  readonly startedAs?: string;
  readonly cwd?: string;
  readonly pids: readonly number[];
}

/** One reason to prefer a listener; a larger value wins. */
interface Preference {
  readonly name: string;
  readonly value: (listener: Listening, agent: Whereabouts) => number;
}

/** What makes a listener the owner of an agent, in order; the first that tells two apart decides. */
const preferences: readonly Preference[] = [
  { name: 'a window before a command line', value: ({ role }) => (role === 'window' ? 1 : 0) },
  { name: 'who supervises it', value: (listener, agent) => (supervises(listener, agent) ? 1 : 0) },
  {
    name: 'whose terminal the agent runs in',
    value: ({ terminals }, { pids }) => (terminals.some((pid) => pids.includes(pid)) ? 1 : 0),
  },
  { name: 'the longest matching folder', value: ({ folders }, { cwd }) => longestMatch(folders, cwd) },
  { name: 'used last', value: ({ lastFocusedAt }) => lastFocusedAt },
];

/**
 * The listener that answers for an agent. Every listener works it out from the same files, so all come to the same
 * result. Where nobody can be asked nothing is owned, and a command line that was told to look at some folders answers
 * for others only where it supervises the agent, which may leave the folder it was started in.
 */
export function ownerOf(listeners: readonly Listening[], agent: Whereabouts): Listening | undefined {
  const able = listeners.filter(
    (one) =>
      one.asks &&
      (one.role === 'window' ||
        one.folders.length === 0 ||
        supervises(one, agent) ||
        longestMatch(one.folders, agent.cwd) > 0),
  );
  return [...able].sort((a, b) => compare(a, b, agent))[0];
}

function compare(a: Listening, b: Listening, agent: Whereabouts): number {
  for (const { value } of preferences) {
    const difference = value(b, agent) - value(a, agent);
    if (difference !== 0) {
      return difference;
    }
  }
  return a.id < b.id ? -1 : 1;
}

/** By the conversation or, whatever its process talks about by now, by the name that was given to the process. */
function supervises({ agents, starts }: Listening, { agent, startedAs }: Whereabouts): boolean {
  return agents.some((one) => one === agent) || starts.some((one) => one === startedAs);
}

function longestMatch(folders: readonly string[], cwd: string | undefined): number {
  const lengths = folders
    .filter((folder) => isWithin(folder, cwd))
    .map((folder) => trimmed(folder).length + 1);
  return Math.max(0, ...lengths);
}

/** Whether `path` is `folder` or lies in it; both as their system writes them. */
export function isWithin(folder: string, path: string | undefined): boolean {
  const base = trimmed(folder);
  return (
    path !== undefined &&
    (trimmed(path) === base || path.startsWith(`${base}/`) || path.startsWith(`${base}\\`))
  );
}

function trimmed(path: string): string {
  return path.replace(/[/\\]+$/u, '');
}
