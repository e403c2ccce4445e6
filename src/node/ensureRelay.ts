import { join } from 'node:path';
import { installRelay } from './relay/installRelay.ts';

/** Puts the relay of Claude Code, and the command line, at their stable places; `version` is that of this Beckon. */
export async function ensureRelay(home: string, version: string): Promise<void> {
  // Everything that is shipped lies beside the bundle this runs from, also where an install put it.
  const shipped = (name: string) => join(__dirname, name);
  await installRelay({
    home,
    program: 'claude-code',
    version,
    files: { bash: shipped('relay.sh'), node: shipped('relay.cjs'), cli: shipped('beckon.cjs') },
    runtimes: [process.execPath],
  });
}
