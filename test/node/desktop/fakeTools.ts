import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** What a tool was told, or that it was asked to take its notification back. */
export interface ToolWord {
  readonly tool: string;
  readonly argv?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: string;
}

/** A folder to be the PATH: the tools in it write down what they are told, and show nothing. */
export class FakeTools {
  readonly folder = mkdtempSync(join(tmpdir(), 'beckon-desktop-'));
  readonly env: NodeJS.ProcessEnv = { PATH: this.folder, DISPLAY: ':0' };

  constructor() {
    onTestFinished(() => rmSync(this.folder, { recursive: true, force: true }));
  }

  /** Puts a tool there; one that waits lives until it is clicked or interrupted. `help` is what it says of itself. */
  add(tool: string, { help = '', waits = false } = {}): void {
    const file = join(this.folder, tool);
    const words = { tool, help, waits, log: this.#log, click: this.#click };
    writeFileSync(file, `#!${process.execPath}\nconst told = ${JSON.stringify(words)};\n${script}`);
    chmodSync(file, 0o755);
  }

  /** Everything the tools were told, in order. */
  get words(): readonly ToolWord[] {
    const lines = existsSync(this.#log) ? readFileSync(this.#log, 'utf8').split('\n').slice(0, -1) : [];
    return lines.map((line) => JSON.parse(line) as ToolWord);
  }

  /** A person clicks what a tool shows. */
  click(): void {
    writeFileSync(this.#click, '');
  }

  get #log(): string {
    return join(this.folder, 'told.jsonl');
  }

  get #click(): string {
    return join(this.folder, 'clicked');
  }
}

// Opened at once: what is said at the end must not make the file again in a folder that is being removed.
const script = `
const { existsSync, openSync, writeSync } = require('node:fs');
const log = openSync(told.log, 'a');
const say = (word) => writeSync(log, JSON.stringify({ tool: told.tool, ...word }) + '\\n');
const argv = process.argv.slice(2);
if (argv[0] === '--help') {
  console.log(told.help);
} else {
  process.on('SIGINT', () => {
    say({ signal: 'SIGINT' });
    process.exit(0);
  });
  const env = Object.entries(process.env).filter(([name]) => name.startsWith('BECKON_'));
  say({ argv, ...(env.length > 0 ? { env: Object.fromEntries(env) } : {}) });
  if (told.waits) {
    setInterval(() => {
      if (existsSync(told.click)) {
        console.log('default');
        process.exit(0);
      }
    }, 10);
  }
}
`;
