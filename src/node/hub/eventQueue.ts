import type { Event } from '../../core/event/event.ts';
import type { Arrival } from '../../core/wire/sortWindow.ts';
import { oldestFirst, sortWindow, sortWindowMs } from '../../core/wire/sortWindow.ts';

interface Waiting extends Arrival {
  readonly event: Event;
}

/** Hands events on in the order they happened: two relays that start one after the other may arrive the other way round. */
export class EventQueue {
  readonly #apply: (event: Event) => void;
  readonly #now: () => number;
  #waiting: Waiting[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(apply: (event: Event) => void, now: () => number) {
    this.#apply = apply;
    this.#now = now;
  }

  /** Takes an event in; it is handed on a moment later. */
  push(event: Event): void {
    const key = `${event.program}:${event.session}`;
    this.#waiting.push({ key, at: event.at, arrivedAt: this.#now(), event });
    this.#timer ??= setTimeout(() => this.#flush(), sortWindowMs);
  }

  /** Hands on at once what waits, in order: something is about to happen that comes after all of it. */
  catchUp(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const due = oldestFirst(this.#waiting, this.#now());
    this.#waiting = [];
    for (const { event } of due) {
      this.#apply(event);
    }
  }

  /** Throws away what was not handed on. */
  dispose(): void {
    clearTimeout(this.#timer);
    this.#waiting = [];
  }

  #flush(): void {
    this.#timer = undefined;
    const { due, rest } = sortWindow(this.#waiting, this.#now());
    this.#waiting = [...rest];
    if (rest.length > 0) {
      this.#timer = setTimeout(() => this.#flush(), sortWindowMs);
    }
    for (const { event } of due) {
      this.#apply(event);
    }
  }
}
