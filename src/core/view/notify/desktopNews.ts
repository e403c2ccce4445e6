import { askRowId } from '../ask/askRow.ts';
import type { NotificationEffect, Toast } from '../notifications.ts';
import type { NotifyKind } from '../notifyKinds.ts';
import { runRowId } from '../runRow.ts';
import { desktopTitle, groupTitle } from './desktopTitle.ts';

/** One notification of the operating system. */
export interface DesktopNotification {
  readonly id: string;
  /** Beckon's own words. */
  readonly title: string;
  /** One line for each thing it tells of, with text of agents in it. */
  readonly body: string;
  /** Whether it is heard too. */
  readonly sound: boolean;
  /** The row of the tree that a click on it shows; of several, the first. */
  readonly row: string;
}

/** What to do about notifications of the operating system. */
export type DesktopEffect =
  | { readonly type: 'notify'; readonly notification: DesktopNotification }
  | { readonly type: 'withdraw'; readonly id: string };

/** What a person wants to be told outside VS Code. */
export interface DesktopSettings {
  readonly kinds: Readonly<Record<NotifyKind, boolean>>;
  /** How long an ask may stay unanswered although a window has the focus. */
  readonly afterMs: number;
  readonly sound: boolean;
}

/** What the policy looks at. */
export interface DesktopInput {
  readonly now: number;
  /** How many windows have the focus: any of them will do, whoever's agent it is. */
  readonly focusedWindows: number;
  readonly settings: DesktopSettings;
  /** Whether these are quiet hours, or notifications are snoozed. */
  readonly quiet: boolean;
}

/** Something this window told in VS Code, and which notification tells of it outside. */
interface Told {
  readonly toast: Toast;
  readonly at: number;
  readonly shownBy?: string;
}

/** What was told in VS Code and still stands, and since when nobody is there. */
export interface DesktopMemory {
  readonly told: ReadonlyMap<string, Told>;
  readonly awaySince?: number;
}

/** The memory of a window that was just opened. */
export const noDesktopNews: DesktopMemory = { told: new Map() };

/** Between two windows none has the focus for a moment. */
const awayMs = 3000;
/** How long anything but an ask is news. */
const newsMs = 60_000;
/** More than these at a time are one notification, which names that many. */
const most = 3;
const asks: ReadonlySet<NotifyKind> = new Set(['permission', 'question', 'plan', 'run']);

/**
 * What is to be told outside VS Code now. It follows what was told inside: that is decided once, for one window. An ask
 * is told when nobody is there, or when nobody has answered it for a while; anything else only while it is news.
 */
export function desktopNewsDue(
  memory: DesktopMemory,
  effects: readonly NotificationEffect[],
  { now, focusedWindows, settings, quiet }: DesktopInput,
): { readonly memory: DesktopMemory; readonly effects: readonly DesktopEffect[] } {
  const awaySince = focusedWindows > 0 ? undefined : Math.min(memory.awaySince ?? now, now);
  const isAway = awaySince !== undefined && now - awaySince >= awayMs;
  const before = shownIn(memory.told);
  const told = stillTold(memory.told, effects, now);
  const isDue = ({ toast: { kind }, at, shownBy }: Told) => {
    const ageMs = now - at;
    const isTime = asks.has(kind) ? isAway || ageMs >= settings.afterMs : isAway && ageMs < newsMs;
    return shownBy === undefined && settings.kinds[kind] && !quiet && isTime;
  };
  const due = [...told].filter(([, one]) => isDue(one));
  const groups = due.length > most ? [due] : due.map((one) => [one]);
  const notifications = groups.map((group, index) => {
    const id = group.map(([key]) => key).join('\n');
    for (const [key, one] of group) {
      told.set(key, { ...one, shownBy: id });
    }
    const toasts = group.map(([, { toast }]) => toast);
    // However many there are at a moment, there is one sound.
    return desktopNotification(id, toasts, settings.sound && index === 0);
  });
  const left = shownIn(told);
  const over = [...before].filter((id) => !left.has(id));
  return {
    memory: { told, ...(awaySince === undefined ? {} : { awaySince }) },
    effects: [
      ...over.map((id) => ({ type: 'withdraw' as const, id })),
      ...notifications.map((notification) => ({ type: 'notify' as const, notification })),
    ],
  };
}

function shownIn(told: ReadonlyMap<string, Told>): ReadonlySet<string> {
  return new Set([...told.values()].flatMap(({ shownBy }) => shownBy ?? []));
}

/** What still stands after some effects. An ask that is told again, now with its request, is the same ask. */
function stillTold(
  before: ReadonlyMap<string, Told>,
  effects: readonly NotificationEffect[],
  now: number,
): Map<string, Told> {
  const told = new Map([...before].map(([key, one]) => [key, { ...one, at: Math.min(one.at, now) }]));
  const toasts = effects.flatMap((effect) =>
    effect.type === 'showToast' ? [effect.toast] : effect.type === 'showBatch' ? effect.told : [],
  );
  for (const toast of toasts) {
    const isSame = ({ toast: { key, decision } }: Told) =>
      key === toast.key || (decision !== undefined && decision === toast.decision);
    told.set(toast.key, { at: now, ...[...told.values()].find(isSame), toast });
  }
  for (const effect of effects) {
    if (effect.type === 'withdraw') {
      told.delete(effect.key);
    }
  }
  return told;
}

function desktopNotification(id: string, toasts: readonly Toast[], sound: boolean): DesktopNotification {
  const isAsk = toasts.every(({ kind }) => asks.has(kind));
  const [first, ...others] = toasts;
  const title =
    first && others.length === 0
      ? desktopTitle(first.kind)
      : groupTitle(new Set(toasts.map(({ agent }) => agent)).size, isAsk);
  const lines = toasts.slice(0, most).map(({ text }) => text);
  const rest = toasts.length - lines.length;
  const body = [...lines, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n');
  return { id, title, body, sound, row: first ? rowOf(first) : '' };
}

/** The row of the tree that shows what a toast tells of. */
function rowOf({ agent, decision, failedRun }: Toast): string {
  return failedRun === undefined
    ? decision === undefined
      ? agent
      : askRowId(decision)
    : runRowId(failedRun);
}
