/**
 * What the shell of an agent's terminal runs: the command, then it writes how that ended to the file `BECKON_EXIT`
 * names, and becomes the person's own shell. Ctrl+C is meant for the agent, and must not end the terminal; what a killed
 * agent left of its screen is put right.
 *
 * The command is one job, in a group of its own. An agent that stops itself at Ctrl+Z waits for a shell to go on, and
 * here nobody can tell one to: it is brought back at once. Some shells print the text of a job that stops, so it is short.
 */
export function terminalScript(command: string): string {
  return [
    // Whoever takes the run over knows by it that the shell has begun. Nothing depends on it, least of all the agent.
    '{ true >"$BECKON_EXIT"; } 2>/dev/null',
    'beckon_agent() {',
    'trap : INT',
    // What is ended as a whole leaves the terminal only when the agent has: until then that is the agent's.
    'trap "exit 143" TERM',
    command,
    '}',
    // No loop: bash leaves one in which a job stops.
    'beckon_back() {',
    'jobs %1 >/dev/null 2>&1 || return',
    'fg %1 >/dev/null',
    'code=$?',
    'beckon_back',
    '}',
    'trap : INT',
    '[ -t 0 ] && set -m',
    '(beckon_agent "$@")',
    'code=$?',
    'beckon_back',
    // Else the person's shell would begin with signals that are ignored.
    'set +m',
    'printf %s "$code" >"$BECKON_EXIT"',
    'unset BECKON_AGENT BECKON_EXIT',
    'stty sane 2>/dev/null',
    'trap - INT',
    '[ -n "$SHELL" ] || SHELL=/bin/sh',
    'exec "$SHELL"',
  ].join('\n');
}
