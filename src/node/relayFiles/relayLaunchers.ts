import { relayVersion } from '../../core/wire/relayVersion.ts';

/**
 * The launcher of the Node relay, for systems without bash. Whatever the caller's environment asks of Node stays out,
 * and so does whatever Node would say.
 */
export function relayLauncher(): string {
  return `#!/bin/sh
# beckon-relay ${relayVersion}
${findRuntime('"$home/lib/relay.cjs" "$0" "$@" 2>/dev/null')}exit 0
`;
}

/** The launcher of the command line. Where no Node is to be found it does nothing, unless a relay wants to know. */
export function commandLauncher(version: string): string {
  return `#!/bin/sh
# beckon ${version}
${findRuntime('"$home/lib/beckon.cjs" "$@"')}[ -z "$BECKON_RELAY" ] || exit 127
exit 0
`;
}

/** The same two on Windows. */
export function windowsLauncher(script: 'relay' | 'beckon', version: string): string {
  const [mark, args, end] =
    script === 'relay'
      ? [`beckon-relay ${relayVersion}`, '"%~f0" %* 2>nul', 'exit /b 0']
      : [`beckon ${version}`, '%*', 'exit /b %errorlevel%'];
  return [
    '@echo off',
    `rem # ${mark}`,
    'setlocal',
    'set NODE_OPTIONS=',
    'set ELECTRON_RUN_AS_NODE=1',
    'set "runtime=node"',
    'for /f "usebackq delims=" %%r in ("%~dp0..\\runtimes") do if exist "%%r" set "runtime=%%r"& goto found',
    ':found',
    `"%runtime%" "%~dp0..\\lib\\${script}.cjs" ${args}`,
    end,
    '',
  ].join('\r\n');
}

/** The list is read by another descriptor than standard input, which belongs to what is started. */
function findRuntime(call: string): string {
  return `home=\${0%/*}/..
unset NODE_OPTIONS NODE_DEBUG NODE_V8_COVERAGE
ELECTRON_RUN_AS_NODE=1; export ELECTRON_RUN_AS_NODE
if [ -r "$home/runtimes" ]; then
  exec 3<"$home/runtimes"
  while IFS= read -r runtime <&3; do
    [ -f "$runtime" ] && [ -x "$runtime" ] || continue
    exec "$runtime" ${call} 3<&-
  done
  exec 3<&-
fi
if command -v node >/dev/null 2>&1; then
  exec node ${call}
fi
`;
}
