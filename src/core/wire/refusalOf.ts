import { protocol } from './protocol.ts';

/** The head of a request, as far as it decides about being heard. */
export interface RequestHead {
  readonly method: string;
  readonly path: string;
  readonly header: (name: string) => string | undefined;
}

/** Why a request is not heard: a status and one sentence. */
export interface Rejection {
  readonly status: 400 | 401 | 403 | 404 | 405 | 413 | 426;
  readonly reason: string;
}

interface RefusalRule {
  readonly refusal: Rejection;
  readonly applies: (request: RequestHead, door: Door) => boolean;
}

/** What the listener knows of itself. `matches` compares with its token in a time that tells nothing. */
export interface Door {
  readonly port: number;
  /** The method that a path takes; `undefined` where nothing is served. */
  readonly methodOf: (path: string) => string | undefined;
  readonly matches: (token: string) => boolean;
}

/** The reasons not to hear a request, in order; the first that applies is told. */
const rules: readonly RefusalRule[] = [
  {
    // A web page can send requests to loopback, but not without saying where it comes from.
    refusal: { status: 403, reason: 'requests from a browser are not heard' },
    applies: ({ header }) =>
      ['origin', 'referer', 'sec-fetch-site', 'sec-fetch-mode'].some((name) => header(name) !== undefined),
  },
  {
    // A name that was made to point to loopback shows in the host.
    refusal: { status: 403, reason: 'the host of the request is not this listener' },
    applies: ({ header }, { port }) => header('host') !== `127.0.0.1:${port}`,
  },
  {
    refusal: { status: 404, reason: 'there is nothing at this path' },
    applies: ({ path }, { methodOf }) => methodOf(path) === undefined,
  },
  {
    refusal: { status: 405, reason: 'this path takes another method' },
    applies: ({ path, method }, { methodOf }) => methodOf(path) !== method,
  },
  {
    refusal: { status: 401, reason: 'the token is wrong' },
    applies: ({ header }, { matches }) =>
      !matches(/^Bearer (.+)$/u.exec(header('authorization') ?? '')?.[1] ?? ''),
  },
  {
    refusal: {
      status: 426,
      reason: `this listener speaks protocol 1 to ${protocol}; install the relay again with 'beckon install'`,
    },
    applies: ({ header }) => !speaks(header('beckon-protocol')),
  },
];

/** Why a request is refused; `undefined` when it is heard. */
export function refusalOf(request: RequestHead, door: Door): Rejection | undefined {
  return rules.find((rule) => rule.applies(request, door))?.refusal;
}

function speaks(version: string | undefined): boolean {
  return /^\d{1,5}$/u.test(version ?? '') && Number(version) >= 1 && Number(version) <= protocol;
}
