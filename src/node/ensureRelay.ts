import { join } from 'node:path';
import { claudeCodeRelay } from '../core/wire/claudeCodeRelay.ts';
import { installRelay } from './relayFiles/installRelay.ts';

/** Puts the relay of Claude Code, and the command line, at their stable places; the relay's path comes back. */
export async function ensureRelay(home: string, version: string): Promise<string> {
  // Everything that is shipped lies beside the bundle this runs from, also where an install put it.
  const shipped = (name: string) => join(__dirname, name);
  const { path } = await installRelay({
    home,
    rules: claudeCodeRelay,
    version,
    files: { bash: shipped('relay.sh'), node: shipped('relay.cjs'), cli: shipped('beckon.cjs') },
    runtimes: [process.execPath],
  });
  return path;
}
