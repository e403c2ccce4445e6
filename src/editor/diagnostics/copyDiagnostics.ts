import * as vscode from 'vscode';
import { diagnosticsText } from '../../core/view/diagnostics/diagnosticsText.ts';
import type { AgentProgram } from '../../node/programNode.ts';
import { takesEntries } from '../../node/programNode.ts';
import { systemName } from '../../node/systemName.ts';
import { version } from '../../node/version.ts';
import { settingDefaults, settingWords } from '../contributions.ts';
import type { HealthWatch } from '../health/healthWatch.ts';
import { readSetting } from '../readSetting.ts';
import type { WindowView } from '../windowView.ts';
import type { BeckonLog } from './beckonLog.ts';

const { env, l10n, UIKind, window, workspace } = vscode;

/** Puts everything a bug report should say on the clipboard; nothing of it tells what the person works on. */
export async function copyDiagnostics(made: {
  readonly programs: readonly AgentProgram[];
  readonly health: HealthWatch;
  readonly shown: WindowView;
  readonly log: BeckonLog;
}): Promise<void> {
  const seen = await Promise.all(
    made.programs.filter(takesEntries).map(async ({ name, node }) => {
      const { version, isHere } = await node.entries.seen(process.env);
      return [name, version ?? (isHere ? undefined : 'not found')] as const;
    }),
  );
  const keys = Object.keys(settingDefaults) as (keyof typeof settingDefaults)[];
  const text = diagnosticsText({
    versions: {
      Beckon: version,
      [env.uiKind === UIKind.Web ? 'VS Code (web)' : 'VS Code (desktop)']: vscode.version,
      ...Object.fromEntries(seen),
      Node: process.versions.node,
      System: systemName(),
      Remote: env.remoteName ?? 'none',
    },
    trusted: workspace.isTrusted,
    folders: made.health.folders,
    state: made.shown.state,
    settings: keys.map((key) => ({
      key,
      value: readSetting(key),
      default: settingDefaults[key],
      ...(settingWords[key] ? { words: settingWords[key] } : {}),
    })),
    log: made.log.recent,
  });
  await env.clipboard.writeText(text);
  void window.showInformationMessage(
    l10n.t('Diagnostics copied. They say nothing about your prompts, files or folders.'),
  );
}
