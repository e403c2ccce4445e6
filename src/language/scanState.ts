import { FrameStack } from './frameStack.ts';
import type { Spot } from './yamlFrame.ts';
import { YamlWords } from './yamlWords.ts';

/** What is known while a text is read: what has begun, and what is at the place that is asked about. */
export class ScanState {
  readonly words: YamlWords;
  readonly stack = new FrameStack();
  /** The place that is asked about. */
  readonly at: number;
  /** What is there, as far as it is known by now. */
  spot: Spot | undefined;
  /** The quote that a text of several lines in brackets began with. */
  quote: string | undefined;

  constructor(text: string, at: number) {
    this.words = new YamlWords(text);
    this.at = at;
  }

  /** Takes a word for what is asked about, where it is. */
  note(spot: Spot): void {
    if (this.covers(spot.from, spot.to)) {
      this.spot = spot;
    }
  }

  /** Whether the place is there. */
  covers(from: number, to: number): boolean {
    return this.at >= from && this.at <= to;
  }
}
