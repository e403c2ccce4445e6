import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The text of a HOOK.md of that name. */
export function hookText(name: string, trigger = 'before_tool'): string {
  return `---\nname: ${name}\ndescription: Does something.\ntrigger: ${trigger}\n---\n\n# What it does\n`;
}

/** A person's home with a Beckon home, a workspace, and hooks in both. */
export class HookHouse {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'beckon-hooks-')));
  readonly home = this.at('person/.beckon');
  readonly env = { HOME: this.at('person') };
  readonly workspace = this.at('workspace');
  readonly own = this.at('person/.config/agents/hooks');
  readonly theirs = this.at('workspace/.agents/hooks');

  constructor() {
    mkdirSync(this.home, { recursive: true });
    mkdirSync(this.workspace);
  }

  at(...names: string[]): string {
    return join(this.root, ...names);
  }

  write(path: string, text: string | Uint8Array, mode = 0o644): string {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    chmodSync(path, mode);
    return path;
  }

  /** Makes a hook in a place, and gives its folder. */
  hook(place: string, name: string, text: string | Uint8Array = hookText(name)): string {
    this.write(join(place, name, 'HOOK.md'), text);
    return join(place, name);
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
