import type { HookLimit } from '../findings/programLimits.ts';
import { priorityAmount } from '../hookfile/hook.ts';
import { lackOf } from '../hookfile/placeProblems.ts';
import type { HookRunEntry } from '../hookrun/hookRunEntry.ts';
import type { Standing } from '../hookrun/standing.ts';
import { isRun } from '../hookrun/standing.ts';
import { clip } from '../text/clip.ts';
import { markdownText } from '../text/foreignText.ts';
import { listWords } from '../text/listWords.ts';
import { plainText } from '../text/plainText.ts';
import { hookTooltip } from './hookTooltip.ts';
import { agoText, outcomeWords, standingPhrases } from './hookWords.ts';
import type { RowBase, RowIcon } from './rowBase.ts';
import type { ShownHook } from './shownHook.ts';

/** The hooks of one place, in the order they run, then those that do not. */
export interface HookGroup {
  /** The folder of the workspace; nothing for the person's own. */
  readonly workspace?: string;
  /** What the person calls that folder. */
  readonly name?: string;
  readonly hooks: readonly ShownHook[];
}

/** The row of one hook, as plain data. */
export interface HookRow extends RowBase {
  readonly kind: 'hook';
  readonly parent: string;
  readonly click: 'open';
  readonly children: readonly [];
}

/** The row of one place, with its hooks below it. */
export interface HookGroupRow extends RowBase {
  readonly kind: 'hooks';
  readonly children: readonly HookRow[];
}

const longestPart = 60;
/** What is called by nothing that can be seen. */
const nameless = '(no name)';

/** What the row of a hook is known by. */
export function hookRowId({ workspace = '' }: HookGroup, { folder }: ShownHook): string {
  return `hook:${workspace}:${folder}`;
}

/** The rows of the view: the person's own hooks, then those of each folder. A place without hooks has no row. */
export function hookRows(groups: readonly HookGroup[], now: number): readonly HookGroupRow[] {
  return groups.filter(({ hooks }) => hooks.length > 0).map((group) => groupRow(group, now));
}

function groupRow(group: HookGroup, now: number): HookGroupRow {
  const { workspace, name, hooks } = group;
  const id = `hooks:${workspace ?? ''}`;
  const label = workspace === undefined ? 'All my projects' : plainText(name ?? workspace) || nameless;
  const asking = hooks.filter(({ standing }) => asks(standing)).length;
  const description = asking === 0 ? '' : `${asking} to allow`;
  return {
    kind: 'hooks',
    id,
    label,
    description,
    tooltip:
      workspace === undefined
        ? 'These run for every agent, in all your projects.'
        : `These run for agents in ${markdownText(workspace)}, once you allow them.`,
    accessibleLabel: [`hooks, ${label}`, description].filter(Boolean).join(', '),
    icon: { id: workspace === undefined ? 'account' : 'folder' },
    context: 'hooks',
    children: hooks.map((shown) => hookRow(group, shown, id, now)),
  };
}

function hookRow(group: HookGroup, shown: ShownHook, parent: string, now: number): HookRow {
  const label = plainText(shown.hook?.name ?? folderName(shown.folder)) || nameless;
  const description = descriptionOf(shown, now);
  return {
    kind: 'hook',
    id: hookRowId(group, shown),
    parent,
    label,
    description,
    tooltip: hookTooltip(shown, { label, now }),
    accessibleLabel: `hook ${label}, ${description}`,
    icon: iconOf(shown),
    context: contextWords(shown).join(' '),
    click: 'open',
    children: [],
  };
}

/** The last part of a path. */
export function folderName(folder: string): string {
  return folder.split(/[/\\]/u).at(-1) ?? folder;
}

function descriptionOf(shown: ShownHook, now: number): string {
  const { hook, standing, runs, problems } = shown;
  const tool = hook?.matcher.tool;
  const last = runs.at(-1);
  const count = isRun(standing) ? problems.length : 0;
  const lack = isRun(standing) && lackOf(problems);
  const isUsual = hook === undefined || hook.priority === priorityAmount.usual;
  return [
    hook?.trigger,
    lack ? `no ${lack}` : standingPhrases[standing],
    isRun(standing) && !lack ? limitsText(shown) : undefined,
    isRun(standing) && last ? `${outcomeWords[last.outcome]} ${agoText(now - last.at)}` : undefined,
    count === 0 ? undefined : count === 1 ? '1 problem' : `${count} problems`,
    tool === undefined ? undefined : clip(plainText(tool), longestPart),
    // Rows of different places run by it, not as they stand below each other.
    isUsual ? undefined : `priority ${hook.priority}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** What matters at a glance: whose agents the hook is not there for, and whose it cannot hold back. */
function limitsText({ limits }: ShownHook): string {
  const names = (wanted: HookLimit['cannot']) =>
    listWords(
      limits
        .filter(({ cannot }) => cannot === wanted)
        .flatMap(({ programs }) => programs.map(({ name }) => name)),
    );
  const [run, block] = [names('run'), names('block')];
  return [run && `not run by ${run}`, block && `can't block ${block}`].filter(Boolean).join(' · ');
}

const dimmed = 'disabledForeground';
const warning = 'list.warningForeground';
const wrong = 'list.errorForeground';

/** What a hook looks like by what came of its last run. */
const outcomeIcons: Readonly<Record<HookRunEntry['outcome'], RowIcon>> = {
  passed: { id: 'pass', color: 'testing.iconPassed' },
  approves: { id: 'pass-filled', color: 'testing.iconPassed' },
  denied: { id: 'shield', color: warning },
  asks: { id: 'question', color: warning },
  failed: { id: 'error', color: wrong },
  timeout: { id: 'watch', color: wrong },
};

function iconOf({ standing, runs, problems }: ShownHook): RowIcon {
  if (isRun(standing) && lackOf(problems)) {
    return { id: 'error', color: wrong };
  }
  switch (standing) {
    case 'runs':
    case 'approves':
    case 'lapsed': {
      const last = runs.at(-1);
      return last ? outcomeIcons[last.outcome] : { id: 'circle-outline' };
    }
    case 'untrusted':
    case 'unconsented':
      return { id: 'lock', color: warning };
    case 'unknown':
    case 'changed':
      return { id: 'warning', color: warning };
    case 'denied':
    case 'disabled':
      return { id: 'circle-slash', color: dimmed };
    case 'replaced':
      return { id: 'arrow-swap', color: dimmed };
    case 'invalid':
      return { id: 'error', color: wrong };
  }
}

function asks(standing: Standing): boolean {
  return standing === 'untrusted' || standing === 'unconsented' || standing === 'changed';
}

/** The words menus ask for. `off` is what can be allowed, `on` what can be denied. */
function contextWords({ standing, scope }: ShownHook): readonly string[] {
  const off = asks(standing) || standing === 'denied' || standing === 'disabled';
  // One that was not allowed yet can be denied too, so that it asks no more.
  const on = isRun(standing) || asks(standing);
  return ['hook', scope, isRun(standing) ? 'runs' : 'held', off ? 'off' : '', on ? 'on' : ''].filter(Boolean);
}
