import { readdirSync, readFileSync } from 'node:fs';

/** The process ids of the language servers that this extension host started, and that are not gone. */
export function serverProcesses(): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const [, state, parent] = /\) (\w) (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        return state !== 'Z' && Number(parent) === process.pid && /dist\/server\.cjs/.test(command);
      } catch {
        return false;
      }
    });
}
