import * as vscode from 'vscode';
import { scriptInput } from '../../core/hookrun/hookEvent.ts';
import { sampleEvent, sampleWords } from '../../core/hookrun/sampleEvent.ts';
import { spacedJson } from '../../core/hookrun/spacedJson.ts';
import type { Standing } from '../../core/hookrun/standing.ts';
import { isRun } from '../../core/hookrun/standing.ts';
import { hookLogText, sampleReport } from '../../core/view/hookReport.ts';
import { standingPhrases } from '../../core/view/hookWords.ts';
import { personHome } from '../../node/beckonHome.ts';
import { findsIn } from '../../node/hooks/findsIn.ts';
import { readHookLog } from '../../node/hooks/hookLog.ts';
import { readHook } from '../../node/hooks/readHook.ts';
import { runHook } from '../../node/hooks/runHooks.ts';
import type { Previews } from '../answers/previews.ts';
import { viewIds } from '../contributions.ts';
import { tellRestricted } from '../tellRestricted.ts';
import { allowHook, nameOf } from './allowHook.ts';
import { hookTarget, saveHook } from './hookTarget.ts';
import type { HookTarget, HookWatch } from './hookWatch.ts';
import { hookFolders } from './hookWatch.ts';

const { l10n, ViewColumn, window, workspace } = vscode;

/** Runs the script of a hook for a made-up event, and shows what came of it. Only one that is run for agents is run here. */
export async function runHookSample(watch: HookWatch, previews: Previews, target: unknown): Promise<void> {
  // What was allowed may have changed since the row was drawn.
  await watch.look();
  const meant = await hookTarget(watch, target);
  if (!meant || !(await saveHook(meant.shown.folder))) {
    return;
  }
  await watch.look();
  const found = watch.findIn(meant.shown.folder) ?? meant;
  if (!workspace.isTrusted) {
    void tellRestricted();
    return;
  }
  const { hook } = await readHook(found.shown);
  const why = whyNot(found);
  if (why !== undefined || !hook) {
    // Not awaited: it stays for as long as the person lets it.
    void offer(watch, previews, { found, why: why ?? l10n.t('"{0}" can\'t be read.', nameOf(found)) });
    return;
  }
  const { group, shown } = found;
  const workDir = group.workspace ?? hookFolders()[0]?.path ?? personHome(process.env);
  const words = sampleWords(watch.programs);
  const sample = sampleEvent(hook, { words, timestamp: new Date().toISOString(), workDir, findsIn });
  const mayApprove = shown.standing === 'approves';
  const tried = { hook, folder: shown.folder, event: sample.event };
  const { outcome, end } = await window.withProgress({ location: { viewId: viewIds.hooks } }, () =>
    runHook(tried, { home: watch.home, env: process.env }, mayApprove),
  );
  const input = spacedJson(scriptInput(sample.event, hook.eventType));
  const report = sampleReport(hook, sample, { outcome, mayApprove, end, input });
  await previews.showText(`${hook.name} (sample)`, report, toTheSide());
  await watch.look();
}

/** Beside the editor that is worked in, which keeps the focus; in an empty group it takes the place itself. */
function toTheSide(): vscode.TextDocumentShowOptions {
  const hasEditor = window.tabGroups.activeTabGroup.tabs.length > 0;
  return { preview: true, ...(hasEditor ? { viewColumn: ViewColumn.Beside, preserveFocus: true } : {}) };
}

/** What the person can do something about by allowing the hook. */
const allowable: readonly Standing[] = ['untrusted', 'unconsented', 'changed', 'denied', 'disabled'];

/** Says why a hook is not run; where it waits for the person, it can be allowed from there, and is run then. */
async function offer(
  watch: HookWatch,
  previews: Previews,
  { found, why }: { readonly found: HookTarget; readonly why: string },
): Promise<void> {
  const { file, folder, standing } = found.shown;
  const allow = l10n.t('Allow…');
  const buttons = workspace.isTrusted && allowable.includes(standing) ? [allow] : [];
  if ((await window.showInformationMessage(why, ...buttons)) === allow) {
    const target = vscode.Uri.file(file);
    await allowHook(watch, target);
    const after = watch.findIn(folder);
    if (after && isRun(after.shown.standing)) {
      await runHookSample(watch, previews, target);
    }
  }
}

function whyNot(found: HookTarget): string | undefined {
  const { standing } = found.shown;
  return isRun(standing)
    ? undefined
    : l10n.t('"{0}" is not run: {1}.', nameOf(found), standingPhrases[standing]);
}

/** Shows the last runs of a hook. */
export async function showHookLog(watch: HookWatch, previews: Previews, target: unknown): Promise<void> {
  const found = watch.find(target);
  if (found) {
    const runs = await readHookLog(watch.home, found.shown.folder);
    const when = (at: number) => new Date(at).toLocaleString();
    const name = nameOf(found);
    await previews.showText(`${name.replaceAll(/[/\\]/gu, ' ')} (log)`, hookLogText(name, runs, when));
  }
}

/** Opens the HOOK.md of a hook, at what keeps it from being read where there is that. */
export async function openHook(watch: HookWatch, target: unknown, preserveFocus: boolean): Promise<void> {
  const found = watch.find(target);
  if (!found) {
    return;
  }
  const { file, problems } = found.shown;
  const { range } = problems.find(({ severity }) => severity === 'error') ?? {};
  const selection =
    range &&
    new vscode.Range(range.start.line - 1, range.start.column - 1, range.end.line - 1, range.end.column - 1);
  const options = { preview: true, preserveFocus, ...(selection ? { selection } : {}) };
  await window.showTextDocument(vscode.Uri.file(file), options).then(undefined, () => {
    void window.showErrorMessage(l10n.t('Can\'t open the file of "{0}".', nameOf(found)));
  });
}
