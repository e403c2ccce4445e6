import * as vscode from 'vscode';
import { fileWords, folderNames, sentenceOf } from '../../core/view/healthWords.ts';
import { personHome } from '../../node/beckonHome.ts';
import type { InstallPlan } from '../../node/entries/planInstall.ts';
import type { EntriesFolder } from './entriesFolder.ts';

const { l10n } = vscode;

/** What is planned for one folder. */
export interface Planned {
  readonly folder: EntriesFolder;
  readonly plan: InstallPlan;
}

/** The question of a review: what would be written where, and what a person should know about it. */
export interface ReviewQuestion {
  readonly message: string;
  readonly detail: string;
}

/** The title of the editor that shows the changes. */
export function reviewTitle(changes: readonly Planned[]): string {
  const [first] = changes;
  const what = first && changes.length === 1 ? plannedFile(first) : namesOf(changes);
  return l10n.t("{0}: with Beckon's entries, not written yet", what);
}

/**
 * The question in the message on top of the changes: which file, and what comes of it. More is said only where something is
 * unusual. `changed` says that the changes were shown before and are others now.
 */
export function reviewQuestion(
  changes: readonly Planned[],
  { changed }: { readonly changed: boolean },
): ReviewQuestion {
  const files = changes.map(plannedFile).join(', ');
  const [first] = changes;
  const plans = changes.map(({ plan }) => plan);
  return {
    message: changed
      ? l10n.t("{0} was changed meanwhile. Write Beckon's entries to it as it is now?", files)
      : l10n.t("Write Beckon's entries to {0}?", files),
    detail: [
      l10n.t('The agent reports {0} kinds of events, and never waits for Beckon.', first?.plan.entries ?? 0),
      ...changes.flatMap(linkWords),
      ...changes.flatMap(refusalWords),
      ...(plans.some(({ git }) => git === 'tracked')
        ? [l10n.t('Git tracks the file, so your entries would reach everybody.')]
        : []),
    ].join('\n'),
  };
}

/** The file of a plan as a person calls it. */
export function plannedFile({ plan, folder }: Planned): string {
  return words(plan.file, folder);
}

/** A link is named before anything is written where it leads. */
function linkWords({ plan: { file, linkedTo }, folder }: Planned): readonly string[] {
  return linkedTo === undefined
    ? []
    : [l10n.t('{0} is a link to {1}.', words(file, folder), words(linkedTo, folder))];
}

function refusalWords({ plan: { excludeRefused }, folder }: Planned): readonly string[] {
  return excludeRefused === undefined ? [] : [sentenceOf(excludeRefused, folder, personHome(process.env))];
}

function words(path: string, folder: EntriesFolder): string {
  return fileWords(path, folder, personHome(process.env));
}

function namesOf(changes: readonly Planned[]): string {
  return folderNames(changes.map(({ folder }) => folder.name));
}
