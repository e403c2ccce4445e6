/** The end of a demo agent's prompt that was answered by its hook. */
export function demoAnsweredLines(): readonly string[] {
  return ['', '\u001b[2m  Answered in Beckon.\u001b[0m', ''];
}

/** What a demo agent's terminal shows when its process ends. */
export function demoEndLines(exitCode: number): readonly string[] {
  return ['', `Killed (exit code ${exitCode})`];
}
