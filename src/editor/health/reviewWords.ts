import * as vscode from 'vscode';
import { listWords } from '../../core/text/listWords.ts';
import { askedFirstWords, fileWords, folderNames, sentenceOf } from '../../core/view/healthWords.ts';
import { beckonHome, personHome } from '../../node/beckonHome.ts';
import type { InstallPlan } from '../../node/entries/planInstall.ts';
import { isAnswered } from '../../node/relayFiles/answered.ts';
import { readSetting } from '../readSetting.ts';
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
  const files = listWords(changes.map(plannedFile));
  const tracked = changes.filter(({ plan }) => plan.git === 'tracked');
  return {
    message: changed
      ? l10n.t("{0} was changed meanwhile. Write Beckon's entries to it as it is now?", files)
      : l10n.t("Write Beckon's entries to {0}?", files),
    detail: [
      ...programWords(changes),
      ...changes.flatMap(linkWords),
      ...changes.flatMap(refusalWords),
      ...(tracked.length > 0
        ? [
            l10n.t(
              'Git tracks {0}. If you commit the change, your own entries reach everybody.',
              listWords(tracked.map(plannedFile)),
            ),
          ]
        : []),
    ].join('\n'),
  };
}

/** The file of a plan as a person calls it. */
export function plannedFile({ plan, folder }: Planned): string {
  return words(plan.file, folder);
}

/** What each program reports, and whether it makes anybody wait. */
function programWords(changes: readonly Planned[]): readonly string[] {
  const firsts = changes.filter(
    ({ folder }, at) => changes.findIndex((other) => other.folder.program === folder.program) === at,
  );
  const home = beckonHome(process.env);
  const waiting = firsts
    .map(({ folder }) => folder.program)
    .filter((program) => program.answers?.hidesPrompt === 'always' && isAnswered(home, program));
  const [first, ...others] = firsts;
  if (first && others.length === 0 && waiting.length === 0) {
    return [l10n.t('The agent reports {0} kinds of events, and never waits for Beckon.', first.plan.entries)];
  }
  return [
    ...firsts.map(({ folder, plan }) =>
      l10n.t('{0} reports {1} kinds of events.', folder.program.name, plan.entries),
    ),
    waiting.length === 0
      ? l10n.t('None of them ever waits for Beckon.')
      : askedFirstWords(
          waiting.map(({ name }) => name),
          readSetting('beckon.hiddenPromptSeconds'),
        ),
  ];
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
  return folderNames([...new Set(changes.map(({ folder }) => folder.name))]);
}
