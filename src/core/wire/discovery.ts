/** One live listener, as its discovery file tells of it. */
export interface Discovery {
  readonly port: number;
  /** What a caller shows. */
  readonly token: string;
  /** What the listener shows with an answer; it is never sent to it. */
  readonly proof: string;
  readonly pid: number;
  readonly protocol: number;
  readonly folders: readonly string[];
  /** The pids of the shells in its terminals. */
  readonly terminals: readonly number[];
  /** The agents that the runs supervised there follow now, by their ids. */
  readonly agents: readonly string[];
  /** The ids under which the processes of those runs were started: an agent may go on under another. */
  readonly starts: readonly string[];
  readonly lastFocusedAt: number;
  /** Whether it is a window that has the focus. */
  readonly focused: boolean;
  readonly role: 'window' | 'serve';
  /** Whether a person can be asked there; a window whose page is gone still listens. */
  readonly asks: boolean;
  readonly startedAt: number;
  /** What tells the process apart from a later one of the same pid, where the system says. */
  readonly processStart?: string;
  /** Where its pid means something: a home may be shared with a container, whose processes are not ours to judge. */
  readonly domain?: string;
}

/** The text of a discovery file. Line 1 is for relays, which read no JSON. */
export function discoveryText(discovery: Discovery): string {
  const { port, token, proof, pid, protocol, ...rest } = discovery;
  return `${port} ${token} ${proof} ${pid} ${protocol}\n${JSON.stringify(rest)}\n`;
}

/** Reads a discovery file; `undefined` for what is none. A second line that cannot be read counts as empty. */
export function parseDiscovery(text: string): Discovery | undefined {
  const [first = '', second = ''] = text.split('\n');
  const [, port, token, proof, pid, protocol] =
    /^(\d{1,5}) ([\w-]{8,}) ([\w-]{8,}) (\d{1,10}) (\d{1,5})$/u.exec(first) ?? [];
  if (!token || !proof || Number(port) < 1 || Number(port) > 65_535 || Number(pid) < 1) {
    return undefined;
  }
  const head = { port: Number(port), token, proof, pid: Number(pid), protocol: Number(protocol) };
  return { ...head, ...detailsOf(second) };
}

type Details = Omit<Discovery, 'port' | 'token' | 'proof' | 'pid' | 'protocol'>;

function detailsOf(line: string): Details {
  const told = jsonObject(line);
  const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
  const texts = (value: unknown) => list(value).filter((one) => typeof one === 'string');
  const number = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : 0);
  return {
    folders: texts(told.folders),
    terminals: list(told.terminals).filter((one) => typeof one === 'number'),
    agents: texts(told.agents),
    starts: texts(told.starts),
    lastFocusedAt: number(told.lastFocusedAt),
    focused: told.focused === true,
    role: told.role === 'window' ? 'window' : 'serve',
    asks: told.asks === true,
    startedAt: number(told.startedAt),
    ...(typeof told.processStart === 'string' ? { processStart: told.processStart } : {}),
    ...(typeof told.domain === 'string' ? { domain: told.domain } : {}),
  };
}

function jsonObject(line: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
