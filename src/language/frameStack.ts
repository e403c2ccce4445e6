import type { Frame } from './yamlFrame.ts';

/** The mappings and lists that have begun and are not over, while a text is read. */
export class FrameStack {
  /** All that ever began. */
  readonly all: Frame[] = [];
  #top: Frame | undefined;

  get top(): Frame | undefined {
    return this.#top;
  }

  /** Leaves the one that began last. */
  pop(): void {
    this.#top = this.#top?.parent;
  }

  /** Begins what is in brackets; not where nothing can begin. */
  openFlow(kind: Frame['kind']): boolean {
    const top = this.#top;
    const isFree = !top || (top.kind === 'list' ? !top.isFull : top.pending || top.isFlow);
    if (!isFree) {
      return false;
    }
    const label = top?.kind === 'list' ? top.item : top?.pending?.name;
    this.#fill(top);
    this.#push({ kind, isFlow: true, parent: top, label, indent: top?.indent ?? -1, item: 0 });
    return true;
  }

  /** The block that a line at this column goes on with or begins; none where it goes on with a text. */
  frameAt(kind: Frame['kind'], indent: number): Frame | undefined {
    const top = this.#top;
    if (top?.indent === indent && top.kind === kind) {
      return top;
    }
    const isBelow = !top || top.indent < indent || (kind === 'list' && top.kind === 'mapping');
    const isFree = !top || (top.kind === 'list' ? !top.isFull : top.pending !== undefined);
    if (!isBelow || !isFree) {
      return undefined;
    }
    const label = top?.kind === 'list' ? top.item : top?.pending?.name;
    this.#fill(top);
    return this.#push({ kind, isFlow: false, parent: top, label, indent, item: -1 });
  }

  #push(frame: Omit<Frame, 'fields' | 'isFull'>): Frame {
    const made: Frame = { ...frame, fields: [], isFull: false };
    this.all.push(made);
    this.#top = made;
    return made;
  }

  #fill(frame: Frame | undefined): void {
    if (frame) {
      frame.pending = undefined;
      frame.isFull = true;
    }
  }

  /** Leaves the blocks that a line at this column is no part of. */
  popTo(column: number, isDash: boolean): void {
    for (let top = this.#top; top?.parent; top = this.#top) {
      const isOver = top.indent > column || (top.indent === column && top.kind === 'list' && !isDash);
      if (!isOver) {
        return;
      }
      this.#top = top.parent;
    }
  }

  /** Leaves everything that is in brackets. */
  leaveFlow(): void {
    while (this.#top?.isFlow) {
      this.#top = this.#top.parent;
    }
  }
}
