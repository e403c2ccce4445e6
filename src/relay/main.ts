import { relay } from './relay.ts';

// Whatever happens, an agent must see exit code 0 and silence.
process.on('uncaughtException', () => process.exit(0));
process.on('unhandledRejection', () => process.exit(0));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => process.exit(0));
}

const [, , path = '', event = ''] = process.argv;
void relay({ path, event, startedAt: performance.timeOrigin }).then((answer) => {
  if (answer?.length) {
    process.stdout.write(answer, () => process.exit(0));
  } else {
    process.exit(0);
  }
});
