import * as vscode from 'vscode';
import type { SetupProgram } from '../../node/programNode.ts';
import { tellRestricted } from '../tellRestricted.ts';

const { env, l10n, window, workspace } = vscode;

/** Opens a terminal with an agent program in a folder of this window; the person chooses where there are several. */
export async function startProgramHere(programs: readonly SetupProgram[]): Promise<void> {
  if (!workspace.isTrusted) {
    return tellRestricted();
  }
  const program = await pickProgram(programs.filter(({ launch }) => launch !== undefined));
  if (!program) {
    return;
  }
  const folders = workspace.workspaceFolders ?? [];
  const placeHolder = l10n.t('Where should {0} start?', program.name);
  const folder = folders.length > 1 ? await window.showWorkspaceFolderPick({ placeHolder }) : folders[0];
  if (folder || folders.length === 0) {
    await startProgram(program, folder?.uri.fsPath);
  }
}

/** The program that is here, or the one the person chooses: of those that are here, else of all there are. */
async function pickProgram(programs: readonly SetupProgram[]): Promise<SetupProgram | undefined> {
  const found = await Promise.all(programs.map(({ node }) => node.entries.find(process.env)));
  const here = programs.filter((_, at) => found[at] !== undefined);
  const choice = here.length > 0 ? here : programs;
  if (choice.length < 2) {
    return choice[0];
  }
  const items = choice.map((program) => ({
    label: program.name,
    description: here.length > 0 ? program.launch?.command : program.launch?.install,
    program,
  }));
  const placeHolder =
    here.length > 0 ? l10n.t('Which agent should start?') : l10n.t('Which agent do you want to install?');
  return (await window.showQuickPick(items, { placeHolder }))?.program;
}

/** Opens a terminal with an agent program in a folder. Where it was not found, says how to get it. */
export async function startProgram(program: SetupProgram, cwd: string | undefined): Promise<void> {
  const command = program.launch?.command ?? program.id;
  const found = await program.node.entries.find(process.env);
  if (!found && !(await startsAnyway(program))) {
    return;
  }
  const options = { name: command, ...(cwd === undefined ? {} : { cwd }) };
  // Its own installer may have put it where no shell looks.
  if (found && !found.isOnPath) {
    window.createTerminal({ ...options, shellPath: found.path }).show();
    return;
  }
  const terminal = window.createTerminal(options);
  terminal.show();
  terminal.sendText(command);
}

async function startsAnyway({ name, launch }: SetupProgram): Promise<boolean> {
  const install = launch?.install ?? name;
  const copy = l10n.t('Copy Install Command');
  const start = l10n.t('Start Anyway');
  const detail = [
    l10n.t('Install it with: {0}', install),
    l10n.t('If it is installed already, add its folder to the PATH and start VS Code again.'),
  ].join('\n');
  const said = await window
    .showInformationMessage(l10n.t('{0} was not found.', name), { modal: true, detail }, copy, start)
    .then(undefined, () => undefined);
  if (said === copy) {
    await env.clipboard.writeText(install);
    window.setStatusBarMessage(l10n.t('Copied: {0}', install), 5000);
  }
  return said === start;
}
