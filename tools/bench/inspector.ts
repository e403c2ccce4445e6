/** A connection to the inspector of a Node.js process, with one call at a time. */
export class Inspector {
  readonly #socket: WebSocket;
  #last = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  /** Connects to the address that the process printed or tells at `/json/list`. */
  static async open(url: string): Promise<Inspector> {
    const socket = new WebSocket(url);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', reject);
    });
    return new Inspector(socket);
  }

  /** Calls a method of the DevTools protocol; rejects with what the process says is wrong. */
  call<Result>(method: string, params: object = {}): Promise<Result> {
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve, reject) => {
      const heard = ({ data }: MessageEvent) => {
        const said = JSON.parse(String(data)) as {
          id?: number;
          result?: Result;
          error?: { message: string };
        };
        if (said.id === id) {
          this.#socket.removeEventListener('message', heard);
          said.result ? resolve(said.result) : reject(new Error(`${method}: ${said.error?.message}`));
        }
      };
      this.#socket.addEventListener('message', heard);
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }

  /** Disconnects. */
  close(): void {
    this.#socket.close();
  }
}
