import * as vscode from 'vscode';
import { hookName, wrongName } from '../../core/hookfile/hookName.ts';
import type { HookScope } from '../../core/hookfile/hookScope.ts';
import { hookTemplates } from '../../core/hookfile/hookTemplates.ts';
import { toastText } from '../../core/text/foreignText.ts';
import { createHook } from '../../node/hooks/createHook.ts';
import { projectHooksFolder, userHooksFolder } from '../../node/hooks/hookPlaces.ts';
import type { HookWatch } from './hookWatch.ts';
import { hookFolders } from './hookWatch.ts';

const { l10n, window } = vscode;

/** Makes a hook of a pattern, a place and a name that the person chooses, and opens it. */
export async function newHook(watch: HookWatch): Promise<void> {
  const title = l10n.t('New Hook');
  const template = await window.showQuickPick(
    hookTemplates.map(({ id, about, scope, files }) => ({ label: id, description: about, scope, files })),
    { title, placeHolder: l10n.t('Choose a template'), matchOnDescription: true, ignoreFocusOut: true },
  );
  const place = template && (await pickPlace(title, template.scope));
  const typed =
    place &&
    (await window.showInputBox({
      title,
      prompt: l10n.t('Name of the hook: lowercase letters, digits and hyphens'),
      value: template.label === 'blank' ? '' : template.label,
      ignoreFocusOut: true,
      validateInput: (text) => {
        const wrong = wrongName(text);
        return wrong === undefined ? undefined : l10n.t('Choose another name: {0}.', wrong);
      },
    }));
  if (!typed) {
    return;
  }
  const name = hookName(typed);
  const made = await createHook(place, name, template.files(name));
  if ('wrong' in made) {
    void window.showErrorMessage(l10n.t("Can't create the hook: {0}.", toastText(made.wrong, 300)));
    return;
  }
  await window.showTextDocument(vscode.Uri.file(made.file));
  await watch.look();
}

/** Where the hook shall lie; not asked where there is only one place. A hook for a project is offered for folders. */
async function pickPlace(title: string, scope: HookScope): Promise<string | undefined> {
  const own = {
    label: l10n.t('All my projects'),
    place: userHooksFolder(process.env),
  };
  const folders = hookFolders().map(({ name, path }) => ({
    label: toastText(name, 60),
    description: l10n.t('For agents in this folder. Everyone is asked to allow it first.'),
    place: projectHooksFolder(path),
  }));
  const places = scope === 'project' && folders.length > 0 ? folders : [own, ...folders];
  if (places.length === 1) {
    return places[0]?.place;
  }
  const placeHolder = l10n.t('Where should it live?');
  return (await window.showQuickPick(places, { title, placeHolder, ignoreFocusOut: true }))?.place;
}
