import type { Urgency } from '../../agent/state.ts';
import { urgencies } from '../../agent/state.ts';
import { markdownText, rowText, toastText } from '../../text/foreignText.ts';
import type { AgentRow } from '../agentRow.ts';
import type { AskRow } from '../ask/askRow.ts';
import type { Place } from '../place.ts';
import { placeLabel } from '../place.ts';
import type { RowBase } from '../rowBase.ts';
import type { FoldedRow } from './foldedRow.ts';
import { areMany, idleRow, idleRowId, moreRow, moreRowId, mostListed } from './foldedRow.ts';
import type { FolderFamily, RowsInput } from './folderFamily.ts';

/** The row of a folder or a worktree, with the agents that work there. */
export interface FolderRow extends RowBase {
  readonly kind: 'folder';
  readonly urgency: Urgency;
  readonly children: readonly (AgentRow | AskRow | FoldedRow)[];
}

const elsewhere = 'elsewhere';
/** How long the label of a folder may be, and how much of its branch is seen in any case. */
const [labelLength, branchLength] = [28, 16];

/** What the row of a folder is known by. */
export function folderRowId(root: string): string {
  return `folder:${root}`;
}

/** The row of a folder; its families come in their order. */
export function folderRow(root: string, families: readonly FolderFamily[], input: RowsInput): FolderRow {
  const id = folderRowId(root);
  const place = families[0]?.place;
  const label = place ? folderLabel(place) : elsewhere;
  const whole = place ? rowText(placeLabel(place)) : elsewhere;
  const isManySettled = areMany(families.filter(({ section }) => section === 'settled').length);
  const above: (AgentRow | AskRow)[] = [];
  const settled: (AgentRow | AskRow)[] = [];
  const ended: (AgentRow | AskRow)[] = [];
  const more: (AgentRow | AskRow)[] = [];
  let [needy, listed] = [0, 0];
  for (const family of families) {
    needy += family.needy;
    if (isManySettled && family.section === 'settled') {
      settled.push(...family.rowsBelow(idleRowId(root), input));
    } else if (listed < mostListed || family.needy > 0) {
      listed += 1;
      (family.section === 'ended' ? ended : above).push(...family.rowsBelow(id, input));
    } else {
      more.push(...family.rowsBelow(moreRowId(root), input));
    }
  }
  const description = needy === 0 ? '' : needy === 1 ? '1 needs you' : `${needy} need you`;
  return {
    kind: 'folder',
    id,
    label,
    description,
    tooltip: [...(place ? [placeLabel(place)] : []), root].map(markdownText).join('\n\n'),
    accessibleLabel: [whole, description].filter(Boolean).join(', '),
    icon: { id: place?.worktree ? 'git-branch' : place?.branch ? 'repo' : 'folder' },
    // They are sorted.
    urgency: urgencies[families[0]?.rank.rank ?? 0] ?? 'idle',
    context: 'folder',
    children: [
      ...above,
      ...(settled.length > 0 ? [idleRow(id, root, settled)] : []),
      ...ended,
      ...(more.length > 0 ? [moreRow(id, root, more)] : []),
    ],
  };
}

/** A long branch would push the count out of sight; its end is seen too, because many begin alike. */
function folderLabel({ branch, ...place }: Place): string {
  const room = Math.max(branchLength, labelLength - placeLabel({ ...place, branch: ' ' }).length + 1);
  const name = rowText(place.name, labelLength);
  return placeLabel({ ...place, name, ...(branch ? { branch: toastText(branch, room) } : {}) });
}
