import { beckonHere, HereProgram } from '../../support/beckonHere.ts';
import type { Ended } from '../../support/runProgram.ts';
import { Household, type Serving, type ServingProgram } from '../../support/serve.ts';

/** A home whose commands may also run in this process, which takes a hundredth of the time of a start of Node. */
export class NearHousehold extends Household {
  /** Runs a command to its end, here. */
  here(args: readonly string[], input = '', env: Readonly<Record<string, string>> = {}): Promise<Ended> {
    return beckonHere(args, { input, env: { ...this.env, ...env }, cwd: this.root });
  }

  /** Starts `beckon serve --json` here; resolves when it listens. */
  serveHere(...args: string[]): Promise<Serving> {
    const program = new HereProgram(['serve', '--json', ...args], { env: this.env, cwd: this.root });
    return this.served(program as unknown as ServingProgram);
  }
}
