import { runBeckon } from './runBeckon.ts';

// Whoever reads us may stop reading (`| head`): that is no failure of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

void runBeckon(
  process.argv.slice(2),
  {
    out: (line) => process.stdout.write(`${line}\n`),
    err: (line) => process.stderr.write(`${line}\n`),
    cwd: currentFolder(),
  },
  process.env,
)
  .catch((error: unknown) => {
    // A person can do nothing with a stack.
    process.stderr.write(`beckon: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  })
  .then((code) => {
    process.exitCode = code;
  });

// The folder a terminal stands in may have been deleted meanwhile.
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return '';
  }
}
