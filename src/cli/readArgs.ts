import type { Console, ExitCode } from './console.ts';
import type { Args, ArgsSpec } from './parseArgs.ts';
import { parseArgs } from './parseArgs.ts';
import { printText } from './safeConsole.ts';

/** The words of a call, or an exit code where there is nothing left to do: they are off, or help was asked for. */
export function readArgs(
  args: readonly string[],
  console: Console,
  spec: ArgsSpec & { readonly help: string },
): Args | ExitCode {
  const parsed = parseArgs(args, spec);
  if ('wrong' in parsed) {
    console.err(parsed.wrong);
    return 2;
  }
  if (parsed.help) {
    printText(spec.help, console.out);
    return 0;
  }
  return parsed;
}
