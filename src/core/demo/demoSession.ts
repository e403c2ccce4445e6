/** The session id of the `index`-th agent of a show. */
export function demoSession(show: string, index: number): string {
  return `demo-${show}-${index + 1}`;
}

/** Whether a session is one of a show. */
export function isDemoSession(session: string): boolean {
  return /^demo-\w+-\d+$/u.test(session);
}
