import type * as vscode from 'vscode';

/** Whether something still stands after a while, or until a change says that it is over. */
export async function standsAfter(
  ms: number,
  onDidChange: vscode.Event<unknown>,
  stands: () => boolean,
): Promise<boolean> {
  if (stands()) {
    let watch: vscode.Disposable | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
      watch = onDidChange(() => {
        if (!stands()) {
          resolve();
        }
      });
    });
    watch?.dispose();
    clearTimeout(timer);
  }
  return stands();
}
