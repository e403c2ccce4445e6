import { hostname } from 'node:os';
import { pidNamespace } from './evidence/processTable.ts';

/** Where the pids of this process mean something: this machine, and on Linux this namespace of it. */
export async function pidDomain(): Promise<string> {
  return `${hostname()} ${(await pidNamespace()) ?? ''}`.trim();
}
