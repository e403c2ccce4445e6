/** An object as JSON has them, of keys that nobody knows. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A value that is such an object, and no list; `undefined` for everything else. */
export function objectOf(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

/** The object that a whole text is in JSON; `undefined` for everything else, half of one too. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}
