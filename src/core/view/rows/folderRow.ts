import type { Urgency } from '../../agent/state.ts';
import { urgencies } from '../../agent/state.ts';
import { markdownText, rowText, toastText } from '../../text/foreignText.ts';
import type { AgentRow } from '../agentRow.ts';
import type { AskRow } from '../ask/askRow.ts';
import type { Place } from '../place.ts';
import { placeLabel } from '../place.ts';
import type { RowBase } from '../rowBase.ts';
import type { FoldedRow } from './foldedRow.ts';
import type { FolderLists } from './folderLists.ts';
import { folderRowId } from './folderLists.ts';

/** The row of a folder or a worktree, with the agents that work there. */
export interface FolderRow extends RowBase {
  readonly kind: 'folder';
  readonly urgency: Urgency;
  readonly children: readonly (AgentRow | AskRow | FoldedRow)[];
}

const elsewhere = 'elsewhere';
/** How long the label of a folder may be, and how much of its branch is seen in any case. */
const [labelLength, branchLength] = [28, 16];

/** The row of a folder in which somebody works. What `below` has changes without it being made again. */
export function folderRow(lists: FolderLists, below: Pick<FolderRow, 'children'>): FolderRow {
  const { root, needy, first } = lists;
  const id = folderRowId(root);
  const place = first?.place;
  const label = place ? folderLabel(place) : elsewhere;
  const whole = place ? rowText(placeLabel(place)) : elsewhere;
  const description = needy === 0 ? '' : needy === 1 ? '1 needs you' : `${needy} need you`;
  return {
    kind: 'folder',
    id,
    label,
    description,
    tooltip: [...(place ? [placeLabel(place)] : []), root].map(markdownText).join('\n\n'),
    accessibleLabel: [whole, description].filter(Boolean).join(', '),
    icon: { id: place?.worktree ? 'git-branch' : place?.branch ? 'repo' : 'folder' },
    urgency: urgencies[first?.rank.rank ?? 0] ?? 'idle',
    context: 'folder',
    get children() {
      return below.children;
    },
  };
}

/** A long branch would push the count out of sight; its end is seen too, because many begin alike. */
function folderLabel({ branch, ...place }: Place): string {
  const room = Math.max(branchLength, labelLength - placeLabel({ ...place, branch: ' ' }).length + 1);
  const name = rowText(place.name, labelLength);
  return placeLabel({ ...place, name, ...(branch ? { branch: toastText(branch, room) } : {}) });
}
