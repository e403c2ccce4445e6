import { objectOf } from '../../../core/text/jsonObject.ts';

/** A command that Codex finds in a hooks file. */
export interface ReviewedHook {
  /** How Codex names it where it notes that it was reviewed: by its place, so that one before it changes that of others. */
  readonly key: string;
  readonly handler: Readonly<Record<string, unknown>>;
  /** All that the review was about, as text: what is reviewed is its sha256. */
  readonly identity: string;
}

/** The commands of a parsed hooks file, with the keys they have in `file`. */
export function standingHooks(file: string, parsed: unknown): readonly ReviewedHook[] {
  const events = objectOf(objectOf(parsed)?.hooks) ?? {};
  return Object.entries(events).flatMap(([event, groups]) =>
    listOf(groups).flatMap((group, groupAt) =>
      listOf(objectOf(group)?.hooks).flatMap((one, at): readonly ReviewedHook[] => {
        const handler = objectOf(one);
        const label = labelOf(event);
        return handler
          ? [{ key: `${file}:${label}:${groupAt}:${at}`, handler, identity: identityOf(label, handler) }]
          : [];
      }),
    ),
  );
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** `PreToolUse` is `pre_tool_use` there. */
function labelOf(event: string): string {
  return event.replaceAll(/(?<!^)([A-Z])/gu, '_$1').toLowerCase();
}

/** For an entry of ours: it has no matcher, and its event may not have one. Keys are in order. */
function identityOf(
  event_name: string,
  { command, timeout = 600 }: Readonly<Record<string, unknown>>,
): string {
  return JSON.stringify({ event_name, hooks: [{ async: false, command, timeout, type: 'command' }] });
}
