/** The kinds of files that the language service knows. */
export type FileKind = 'hook' | 'runbook';

/** What a file is by its address; nothing for every other file. */
export function fileKind(uri: string): FileKind | undefined {
  if (/(?:^|[/\\])HOOK\.md$/u.test(uri)) {
    return 'hook';
  }
  return /[/\\]\.agents[/\\]runbook\.yaml$/u.test(uri) ? 'runbook' : undefined;
}
