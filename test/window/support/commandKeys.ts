/**
 * The commands that tests run, by id: a title typed into the palette may be another command's too. Each gets a key of
 * its own on the stage.
 */
const commands = [
  'beckon.hooks.focus',
  'beckon.preview',
  'beckon.runHookSample',
  'beckon.showAgents',
  'beckon.showAllWindows',
  'beckon.showTheseFolders',
  'beckon.startRun',
  'beckon.switchAnswers',
  'notifications.clearAll',
  'notifications.showList',
  'workbench.action.closeAllEditors',
  'workbench.action.closePanel',
  'workbench.action.focusActiveEditorGroup',
  'workbench.action.quickOpen',
  'workbench.action.reloadWindow',
  'workbench.action.terminal.focus',
  'workbench.action.terminal.killAll',
  'workbench.action.terminal.new',
  'workbench.action.toggleSidebarVisibility',
] as const;

/** A command that has a key on the stage. */
export type StageCommand = (typeof commands)[number];

/** The key of a command, as the browser names it. */
export function keyOf(command: StageCommand): string {
  return `Control+Alt+Shift+${codeOf(command)}`;
}

/** The keys of all commands, as VS Code's own file has them. By place and not by letter, whatever the keyboard is. */
export function keybindings(): readonly { readonly key: string; readonly command: string }[] {
  return commands.map((command) => ({ key: `ctrl+alt+shift+[${codeOf(command)}]`, command }));
}

/** The settings without which a terminal would take the keys for itself. */
export const keySettings = { 'terminal.integrated.commandsToSkipShell': commands };

/** Without C, V and X, which VS Code leaves to the browser while a page in an editor has the focus. */
const letters = 'ABDEFGHIJKLMNOPQRSTUWYZ';

function codeOf(command: StageCommand): string {
  return `Key${letters[commands.indexOf(command)]}`;
}
