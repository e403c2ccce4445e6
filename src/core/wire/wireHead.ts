import { toldVariables } from './protocol.ts';

const longestValue = 1000;

/** What a relay says about an event besides the payload. */
export interface WireHead {
  /** The name the relay was called by. */
  readonly program: string;
  /** Empty where the entry is of a form that cannot say; the payload then does. */
  readonly event: string;
  readonly id: string;
  readonly at?: number;
  readonly ppid?: number;
  readonly env: Readonly<Record<string, string>>;
  /** The relay stays until it is answered. */
  readonly waits: boolean;
  /** It was kept while nobody listened: what it asks may be over. */
  readonly spooled: boolean;
}

/** Reads the head of an event; `header` gives a header by its lower-case name. `undefined` for what is none. */
export function parseWireHead(header: (name: string) => string | undefined): WireHead | undefined {
  const text = (name: string) => decoded(header(`beckon-${name}`) ?? '');
  const [program, event, id] = [text('program'), text('event'), text('event-id')];
  if (!program || event === undefined || !id || !/^[\w.-]{1,128}$/u.test(id)) {
    return undefined;
  }
  const at = wholeNumber(text('at'));
  const ppid = wholeNumber(text('ppid'));
  return {
    program,
    event,
    id,
    ...(at === undefined ? {} : { at }),
    ...(ppid === undefined ? {} : { ppid }),
    env: parseEnv(header('beckon-env') ?? ''),
    waits: text('wait') === '1',
    spooled: text('spooled') === '1',
  };
}

/** The head of an event as headers, for whoever is no relay and still has something to tell. */
export function wireHeaders(head: WireHead): Readonly<Record<string, string>> {
  const env = Object.entries(head.env).map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  return {
    'beckon-program': encoded(head.program),
    'beckon-event': encoded(head.event),
    'beckon-event-id': encoded(head.id),
    ...(head.at === undefined ? {} : { 'beckon-at': String(head.at) }),
    ...(head.ppid === undefined ? {} : { 'beckon-ppid': String(head.ppid) }),
    ...(env.length > 0 ? { 'beckon-env': env.join('&') } : {}),
    ...(head.waits ? { 'beckon-wait': '1' } : {}),
    ...(head.spooled ? { 'beckon-spooled': '1' } : {}),
  };
}

/** Of an environment what is told with an event: who called, by the variables of its program, and where that runs. */
export function toldEnv(
  env: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): Readonly<Record<string, string>> {
  const told = [...toldVariables, ...names].flatMap((name) => {
    const value = env[name] ?? '';
    return value && value.length <= longestValue ? [[name, value] as const] : [];
  });
  return Object.fromEntries(told);
}

/** An event that was kept while nobody listened. */
export interface SpooledEvent {
  readonly head: WireHead;
  readonly body: string;
}

/**
 * Reads a spooled request, given as a text with one character for each byte; its body comes back in the same form.
 * `undefined` for what is none, or was cut off in the middle.
 */
export function parseSpooled(bytes: string): SpooledEvent | undefined {
  const [, top, body] = /^(.*?)\r?\n\r?\n(.*)$/su.exec(bytes) ?? [];
  if (top === undefined || body === undefined) {
    return undefined;
  }
  const headers = new Map(
    top.split(/\r?\n/u).flatMap((line) => {
      const [, name, value] = /^([\w-]+):[ \t]*(.*)$/u.exec(line) ?? [];
      return name === undefined ? [] : [[name.toLowerCase(), value ?? ''] as const];
    }),
  );
  const head = parseWireHead((name) => headers.get(name));
  if (!head || wholeNumber(headers.get('content-length')) !== body.length) {
    return undefined;
  }
  // Nobody waits for it any more, whatever it says.
  return { head: { ...head, waits: false, spooled: true }, body };
}

function parseEnv(text: string): Readonly<Record<string, string>> {
  const pairs = text.split('&').flatMap((pair) => {
    const [name, value] = pair.split('=').map(decoded);
    return name && value !== undefined ? [[name, value] as const] : [];
  });
  return Object.fromEntries(pairs);
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/u.test(text) ? Number(text) : undefined;
}

function encoded(text: string): string {
  return encodeURIComponent(text);
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
