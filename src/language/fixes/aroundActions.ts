import type { CodeAction, Diagnostic } from 'vscode-languageserver-types';
import { nameOf } from '../../core/findings/aroundFindings.ts';
import { keysOf } from '../../core/findings/hookKeys.ts';
import { lookAtHook } from '../../core/hookfile/parseHook.ts';
import type { HookSurroundings } from '../../core/hookrun/surroundings.ts';
import { languageCommands } from '../../core/wire/languageProtocol.ts';
import { quoted } from '../../core/yaml/shape.ts';

/** What the fixes of a hook's folder are made for. */
export interface AroundScene {
  readonly uri: string;
  readonly text: string;
  readonly around: HookSurroundings;
}

/** The fixes that change something else than the text of a HOOK.md. */
export function aroundActions(scene: AroundScene, diagnostic: Diagnostic): readonly CodeAction[] {
  const { uri, around } = scene;
  const action = (title: string, rest: Partial<CodeAction>): CodeAction => ({
    title,
    kind: 'quickfix',
    diagnostics: [diagnostic],
    isPreferred: true,
    ...rest,
  });
  const runs = (title: string, command: string) =>
    action(title, { command: { title, command, arguments: [uri] } });
  const script = quoted(`scripts/${around.script?.name ?? 'run.sh'}`).slice(1, -1);
  switch (diagnostic.code) {
    case 'hook.no-script':
      return [runs(`Create ${script}`, languageCommands.createScript)];
    case 'hook.script-not-executable':
      return [runs(`Make ${script} executable`, languageCommands.makeExecutable)];
    case 'hook.script-no-shebang':
      return [action(`Begin ${script} with ${shebangFor(around)}`, shebangEdit(scene))];
    case 'hook.name-folder':
      return renameFolder(scene).map(({ title, edit }) => action(title, { edit, isPreferred: false }));
    default:
      return [];
  }
}

function shebangFor({ script }: HookSurroundings): string {
  const ending = /\.\w+$/u.exec(script?.name ?? '')?.[0];
  const program = ending === '.py' ? 'python3' : ending === '.js' ? 'node' : 'bash';
  return `#!/usr/bin/env ${program}`;
}

function shebangEdit({ uri, around }: AroundScene): Pick<CodeAction, 'edit'> {
  const start = { line: 0, character: 0 };
  const file = `${parentOf(uri)}/scripts/${encodeURIComponent(around.script?.name ?? '')}`;
  const edit = { range: { start, end: start }, newText: `${shebangFor(around)}\n` };
  return { edit: { changes: { [file]: [edit] } } };
}

/** The folder is renamed as a whole, with the script in it. */
function renameFolder({ uri, text, around }: AroundScene) {
  const name = nameOf(keysOf(lookAtHook(text)));
  const isTaken = around.others.some((other) =>
    parentOf(other.uri).endsWith(`/${encodeURIComponent(name ?? '')}`),
  );
  // Only what is found as a hook has a folder of its own.
  if (name === undefined || isTaken || around.scope === undefined) {
    return [];
  }
  const oldUri = parentOf(uri);
  const newUri = `${parentOf(oldUri)}/${encodeURIComponent(name)}`;
  return [
    {
      title: `Rename the folder to ${quoted(name)}`,
      edit: { documentChanges: [{ kind: 'rename' as const, oldUri, newUri }] },
    },
  ];
}

function parentOf(uri: string): string {
  return uri.slice(0, Math.max(uri.lastIndexOf('/'), 0));
}
