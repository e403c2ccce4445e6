import * as vscode from 'vscode';
import type { HealthRow, HealthView } from '../../core/view/healthView.ts';
import { healthPrompt } from '../../core/view/healthView.ts';

const icons: Readonly<Record<HealthRow['weight'], string>> = {
  well: '$(pass)',
  hint: '$(info)',
  problem: '$(warning)',
};

/** Lists what health there is, and gives the line the person picked, whose fix is then wanted. */
export async function pickHealth({ rows }: HealthView): Promise<HealthRow | undefined> {
  const items = rows.map((row) => ({
    label: `${icons[row.weight]} ${row.label}`,
    description: `→ ${row.fix}`,
    detail: row.sentence,
    row,
  }));
  const placeHolder = vscode.l10n.t(healthPrompt(rows));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Beckon: Health'),
    placeHolder,
    matchOnDetail: true,
  });
  return picked?.row;
}
