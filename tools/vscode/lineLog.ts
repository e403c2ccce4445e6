import { appendFileSync, writeFileSync } from 'node:fs';

/**
 * Begins a log file and returns the function that adds a line to it. There is no end to close: a page still speaks
 * while it is being shut, and what it says then must harm nobody, even if the folder is gone.
 */
export function lineLog(file: string): (line: string) => void {
  writeFileSync(file, '');
  return (line) => {
    try {
      appendFileSync(file, `${line}\n`);
    } catch {
      // A log that cannot be written is no reason for a test to fail.
    }
  };
}
