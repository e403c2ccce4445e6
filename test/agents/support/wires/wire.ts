import type { ServerResponse } from 'node:http';
import type { ModelRequest, Step } from '../modelScript.ts';

/** One of the APIs that models are asked by. */
export interface Wire {
  /** The paths of its requests. */
  readonly path: RegExp;
  read(body: unknown): ModelRequest;
  /** What it says with a status that means an error. */
  failure(status: number): object;
  /** Says what a step says, streamed if that is wanted. Ends when the caller hangs up. */
  send(step: Step, request: ModelRequest, to: WireResponse): Promise<void>;
}

/** Where an answer goes. */
export interface WireResponse {
  readonly response: ServerResponse;
  /** Comes true when nobody reads any more. */
  readonly gone: Promise<void>;
}

const errorTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

/** What every API says of an error. */
export function failureOf(status: number): { readonly type: string; readonly message: string } {
  return { type: errorTypes[status] ?? 'api_error', message: 'A scripted failure' };
}

/** Sends a whole answer at once. */
export function sendJson(response: ServerResponse, answer: object): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer));
}
