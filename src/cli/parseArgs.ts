/** What a command takes: options with a value, options without one, and how many words beside them. */
export interface ArgsSpec {
  /** The words of the call, as errors name them: `install`, `agent hook`. */
  readonly command: string;
  /** Names of options that carry a value, `--scope local` or `--scope=local`; a list of words are the only ones allowed, and a text may be empty. */
  readonly values?: Readonly<Record<string, readonly string[] | 'any' | 'text'>>;
  /** Names of options that stand alone. */
  readonly flags?: readonly string[];
  /** Short names, `m` for `message`. */
  readonly short?: Readonly<Record<string, string>>;
  /** What the words beside the options are called; the last may end in `?` (optional) or `…` (any number). */
  readonly words?: readonly string[];
}

/** A call that was understood. */
export interface Args {
  readonly help: boolean;
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly flags: ReadonlySet<string>;
  readonly words: readonly string[];
}

/**
 * Reads the words after a command: the call, or what is wrong with it in one line.
 *
 * `--help` anywhere but as the value of an option wins over every mistake, an option given twice counts as its last, and after `--` everything is a
 * word.
 */
export function parseArgs(args: readonly string[], spec: ArgsSpec): Args | { readonly wrong: string } {
  const wrong = (text: string) => ({ wrong: `beckon ${spec.command}: ${text}` });
  const values: Record<string, string> = Object.create(null);
  const flags = new Set<string>();
  const words: string[] = [];
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  if (asksForHelp(args.slice(0, end), spec)) {
    return { help: true, values, flags, words };
  }
  for (let at = 0; at < end; at++) {
    const arg = args[at] ?? '';
    if (!arg.startsWith('-') || arg === '-') {
      words.push(arg);
      continue;
    }
    const { name, given } = optionOf(arg, spec);
    const allowed = Object.hasOwn(spec.values ?? {}, name) ? spec.values?.[name] : undefined;
    if (spec.flags?.includes(name)) {
      if (given !== undefined) {
        return wrong(`--${name} takes no value`);
      }
      flags.add(name);
    } else if (allowed !== undefined) {
      const value = given ?? (at + 1 < end ? args[++at] : undefined);
      if (value === undefined || (value === '' && allowed !== 'text')) {
        return wrong(`--${name} needs a value`);
      }
      if (typeof allowed === 'object' && !allowed.includes(value)) {
        return wrong(`--${name} is one of ${allowed.join(', ')}, not '${value}'`);
      }
      values[name] = value;
    } else {
      return wrong(`unknown option '${arg}'; 'beckon ${spec.command} --help' lists them`);
    }
  }
  words.push(...args.slice(end + 1));
  const problem = wordProblem(words, spec.words ?? []);
  return problem === undefined ? { help: false, values, flags, words } : wrong(problem);
}

function asksForHelp(args: readonly string[], spec: ArgsSpec): boolean {
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (arg === '--help' || arg === '-h') {
      return true;
    }
    if (takesAnything(arg, spec)) {
      at++;
    }
  }
  return false;
}

/** Whether an option takes what follows it, whatever that is. */
function takesAnything(arg: string, spec: ArgsSpec): boolean {
  const { name, given } = optionOf(arg, spec);
  return (
    arg.startsWith('-') &&
    given === undefined &&
    Object.hasOwn(spec.values ?? {}, name) &&
    typeof spec.values?.[name] === 'string'
  );
}

function optionOf(arg: string, spec: ArgsSpec): { readonly name: string; readonly given?: string } {
  const [, dashes = '', name = '', given] = /^(--?)([^=]*)(?:=(.*))?$/su.exec(arg) ?? [];
  const long = dashes === '--' ? name : (spec.short?.[name] ?? `-${name}`);
  return given === undefined ? { name: long } : { name: long, given };
}

function wordProblem(words: readonly string[], wanted: readonly string[]): string | undefined {
  const last = wanted.at(-1) ?? '';
  const least = wanted.filter((word) => !/[?…]$/u.test(word)).length;
  if (words.length < least) {
    return `${wanted[words.length]} is missing`;
  }
  if (words.length > wanted.length && !last.endsWith('…')) {
    return `unexpected '${words[wanted.length]}'`;
  }
  return undefined;
}
