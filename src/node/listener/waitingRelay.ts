import type { ServerResponse } from 'node:http';

/** A relay that stays until it is answered, seen from the listener. */
export class WaitingRelay {
  readonly #response: ServerResponse;
  readonly #proof: string;

  constructor(response: ServerResponse, proof: string) {
    this.#response = response;
    this.#proof = proof;
  }

  /** Whether it went away. */
  get isGone(): boolean {
    return this.#response.destroyed;
  }

  /** Tells the relay that its answer will come from here. `gone` is called if it goes away before that. */
  hold(gone: () => void): void {
    // Node's own interim response carries no headers, and without the proof the relay must not believe it.
    this.#response.socket?.write(`HTTP/1.1 102 Processing\r\nBeckon-Proof: ${this.#proof}\r\n\r\n`);
    this.#response.once('close', () => {
      if (!this.#response.writableEnded) {
        gone();
      }
    });
  }

  /** Ends the wait with what the relay writes to the agent. */
  answer(output: string): void {
    this.#response
      .writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(output),
        'beckon-proof': this.#proof,
        connection: 'close',
      })
      .end(output);
  }

  /** Lets go of it in a way that makes it look for another listener. */
  cut(): void {
    this.#response.destroy();
  }

  /** Ends the wait without an answer; `unable`: because nobody could be asked here. */
  release(unable = false): void {
    const length = unable ? { 'content-length': 0 } : {};
    const headers = { connection: 'close', 'beckon-proof': this.#proof, ...length };
    this.#response.writeHead(unable ? 503 : 204, headers).end();
  }
}
