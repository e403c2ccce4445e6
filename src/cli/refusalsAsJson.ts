import type { Console } from './console.ts';

/**
 * The same console for a command that only writes refusals to standard error: where the call has `--json`, each of them
 * is told on standard output too, as `{"ok":false,"error":…}`.
 */
export function refusalsAsJson(command: string, args: readonly string[], console: Console): Console {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  if (!args.slice(0, end).includes('--json')) {
    return console;
  }
  const start = `beckon ${command}: `;
  return {
    ...console,
    err: (line) => {
      console.err(line);
      const error = line.startsWith(start) ? line.slice(start.length) : line;
      console.out(JSON.stringify({ ok: false, error }));
    },
  };
}
