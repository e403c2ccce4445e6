/**
 * What the shell of an agent's terminal runs: the command, then it writes how that ended to the file `BECKON_EXIT`
 * names, and becomes the person's own shell. Ctrl+C is meant for the agent, and must not end the terminal; what a killed
 * agent left of its screen is put right.
 */
export function terminalScript(command: string): string {
  return [
    'trap : INT',
    command,
    'code=$?',
    'printf %s "$code" >"$BECKON_EXIT"',
    'unset BECKON_AGENT BECKON_EXIT',
    'stty sane 2>/dev/null',
    'trap - INT',
    '[ -n "$SHELL" ] || SHELL=/bin/sh',
    'exec "$SHELL"',
  ].join('\n');
}
