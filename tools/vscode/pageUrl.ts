import type { RunningServer } from './server.ts';

/** What a page of the workbench opens: a folder and, for tests, modules for the extension host to load. */
export interface PageTarget {
  readonly folder: string;
  readonly developmentPaths?: readonly string[];
  readonly testsPath?: string;
}

/** The address of a workbench page; whoever has it has the connection token. */
export function pageUrl(
  { authority, token }: Pick<RunningServer, 'authority' | 'token'>,
  { folder, developmentPaths = [], testsPath }: PageTarget,
): string {
  const query = new URLSearchParams({ tkn: token, folder });
  const remote = (path: string) => `vscode-remote://${authority}${path}`;
  const payload = [
    ...developmentPaths.map((path) => ['extensionDevelopmentPath', remote(path)]),
    ...(testsPath ? [['extensionTestsPath', remote(testsPath)]] : []),
  ];
  if (payload.length > 0) query.set('payload', JSON.stringify(payload));
  return `http://${authority}/?${query}`;
}
