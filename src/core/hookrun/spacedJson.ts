/** A list or an object of which a part is written. */
interface Level {
  /** Of an object, the keys of its values. */
  readonly keys?: readonly string[];
  readonly values: readonly unknown[];
  at: number;
}

/**
 * JSON on one line with a space behind every colon and comma, as Python writes it: published hooks look for
 * `"command": "` in what they are given. However deep a value is, it is written.
 */
export function spacedJson(value: unknown): string {
  const open: Level[] = [];
  let text = '';
  const write = (one: unknown): void => {
    if (typeof one === 'object' && one !== null) {
      const level = levelOf(one);
      open.push(level);
      text += level.keys ? '{' : '[';
    } else {
      text += JSON.stringify(one) ?? 'null';
    }
  };
  write(value);
  for (let level = open.at(-1); level; level = open.at(-1)) {
    const { keys, values, at } = level;
    if (at === values.length) {
      open.pop();
      text += keys ? '}' : ']';
    } else {
      level.at++;
      text += at > 0 ? ', ' : '';
      text += keys ? `${JSON.stringify(keys[at])}: ` : '';
      write(values[at]);
    }
  }
  return text;
}

function levelOf(value: object): Level {
  if (Array.isArray(value)) {
    return { values: value, at: 0 };
  }
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return { keys: entries.map(([key]) => key), values: entries.map(([, one]) => one), at: 0 };
}
