import { runTests } from '@vscode/test-electron';
import { runMain } from '../cache/userError.mjs';

/** What the host level asks of this program, as JSON in its only argument. */
export interface HostRequest {
  readonly executable: string;
  readonly driver: string;
  readonly entry: string;
  readonly launchArgs: string[];
  readonly env: Record<string, string>;
}

// A program of its own, because runTests listens for signals and prints to this process's streams.
await runMain(async () => {
  const request: HostRequest = JSON.parse(process.argv[2] ?? '');
  try {
    return await runTests({
      vscodeExecutablePath: request.executable,
      extensionDevelopmentPath: request.driver,
      extensionTestsPath: request.entry,
      launchArgs: request.launchArgs,
      extensionTestsEnv: request.env,
    });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
});
