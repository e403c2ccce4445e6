/** A key that is written, and the value behind it where that is a single one on its line. */
export interface Field {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  value?: string;
}

/** A mapping or a list that has begun, as far as a text that is being typed tells. */
export interface Frame {
  readonly kind: 'mapping' | 'list';
  readonly isFlow: boolean;
  readonly parent?: Frame | undefined;
  /** The key or the number that it has in its parent. */
  readonly label?: string | number | undefined;
  /** The column of its keys or dashes; of one in brackets, that of the block around it. */
  indent: number;
  readonly fields: Field[];
  /** The key whose value has not come yet. */
  pending?: Field | undefined;
  /** The number of the item that is being written. */
  item: number;
  /** In a list: the item is there. In braces: the value is, and a comma has to come. */
  isFull: boolean;
}

/** A word of a text, or an empty place where one can be. */
export interface Spot {
  readonly role: 'key' | 'value';
  readonly from: number;
  readonly to: number;
  /** What it is in; missing where nothing has begun. */
  readonly frame?: Frame | undefined;
  /** The key that is written, or that the value is of. */
  readonly field?: Field | undefined;
  /** A mapping that begins here, and what it is called in the frame. */
  readonly label?: string | number | undefined;
  /** In a list, a new item: its dash has to be written too. */
  readonly needsDash?: true;
  readonly needsSpace?: boolean;
  readonly hasColon?: boolean;
  /** A value is as likely as a key. */
  readonly quote?: string | undefined;
}

/** The way from the outermost frame to this one. */
export function pathOf(frame: Frame | undefined): (string | number)[] {
  const path: (string | number)[] = [];
  for (let one = frame; one; one = one.parent) {
    if (one.label !== undefined) {
      path.push(one.label);
    }
  }
  return path.reverse();
}
