/** What the person's `config.toml` says that decides about hooks. */
export interface CodexConfig {
  /** The folders the person was asked about, and whether they are trusted. */
  readonly folders: ReadonlyMap<string, boolean>;
  /** The hashes of the hooks that were reviewed, by where they stand. */
  readonly reviewed: ReadonlyMap<string, string>;
  /** The hooks that were switched off one by one, by where they stand. */
  readonly disabled: ReadonlySet<string>;
  readonly hooksOff: boolean;
}

const header = /^\s*\[([^[\]].*)\]\s*(?:#.*)?$/u;
const setting = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/u;

/**
 * Reads the tables of `config.toml` that Codex itself writes about trust. This is no reader of TOML: what a person wrote
 * in another way is not seen, and nothing is concluded from it. The file is never written.
 */
export function readCodexConfig(text: string): CodexConfig {
  const folders = new Map<string, boolean>();
  const reviewed = new Map<string, string>();
  const disabled = new Set<string>();
  let [table, hooksOff]: [readonly string[], boolean] = [[], false];
  for (const line of text.split(/\r?\n/u)) {
    const [, name] = header.exec(line) ?? [];
    if (name !== undefined) {
      table = keysOf(name);
      continue;
    }
    const [, key = '', value = ''] = setting.exec(line) ?? [];
    const [first, second, third = ''] = table;
    if (first === 'projects' && second !== undefined && table.length === 2 && key === 'trust_level') {
      folders.set(second, /^["']trusted["']/u.test(value));
    }
    if (first === 'hooks' && second === 'state' && table.length === 3) {
      const [, hash] = key === 'trusted_hash' ? (/^["']([^"']+)["']/u.exec(value) ?? []) : [];
      if (hash !== undefined) {
        reviewed.set(third, hash);
      }
      if (key === 'enabled' && /^false\b/u.test(value)) {
        disabled.add(third);
      }
    }
    const isSwitch = table.length === 1 && first === 'features' && key === 'hooks';
    const isDotted = table.length === 0 && /^\s*features\.hooks\s*=\s*false\b/u.test(line);
    hooksOff = hooksOff || (isSwitch && /^false\b/u.test(value)) || isDotted;
  }
  return { folders, reviewed, disabled, hooksOff };
}

const key = /\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([\w-]+))\s*(?:\.|$)/uy;

/** The keys of a dotted name, such as `projects."/home/ada/shop"`; none where it cannot be read. */
function keysOf(name: string): readonly string[] {
  const keys: string[] = [];
  key.lastIndex = 0;
  while (key.lastIndex < name.length) {
    const found = key.exec(name);
    if (!found) {
      return [];
    }
    const [, quoted, literal, bare] = found;
    keys.push(quoted === undefined ? (literal ?? bare ?? '') : unescaped(quoted));
  }
  return keys;
}

/** Codex writes paths so that JSON reads them alike. */
function unescaped(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text;
  }
}
