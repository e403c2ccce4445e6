import type { NotifyKind, NotifyLevels } from '../notifyKinds.ts';

/** What each kind is called in front of "notifications". */
export const kindWords: Readonly<Record<NotifyKind, string>> = {
  permission: 'permission',
  question: 'question',
  plan: 'plan',
  failed: 'failure',
  died: 'exit',
  run: 'run',
  idle: 'done',
};

/** The kinds of which a person is usually told, and now is not; `usual` is what nobody has changed. */
export function mutedKinds(levels: NotifyLevels, usual: NotifyLevels): readonly NotifyKind[] {
  const kinds = Object.keys(kindWords) as NotifyKind[];
  return kinds.filter((kind) => usual[kind] === 'notify' && levels[kind] !== 'notify');
}

/** That some kinds are muted, and what goes on all the same; nothing where none is. */
export function mutedWords(kinds: readonly NotifyKind[]): string | undefined {
  const [first, ...others] = kinds.map((kind) => kindWords[kind]);
  if (first === undefined) {
    return undefined;
  }
  const last = others.pop();
  const named = last === undefined ? first : `${[first, ...others].join(', ')} and ${last}`;
  return `${named.charAt(0).toUpperCase()}${named.slice(1)} notifications are muted. The tree and status bar still update.`;
}
