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

/** How deep lists and objects may be nested in JSON that anybody can send. */
const mostLevels = 500;

const [quote, backslash] = ['"', '\\'].map((sign) => sign.charCodeAt(0));
const opening = new Set(['{', '['].map((sign) => sign.charCodeAt(0)));
const closing = new Set(['}', ']'].map((sign) => sign.charCodeAt(0)));

/**
 * Whether a JSON text, whole or cut off, is nested so deep that reading or writing it recursively could run out of stack.
 * It is told before the text is parsed, so that nothing behind the parser has to care.
 */
export function isTooDeep(json: string): boolean {
  let levels = 0;
  let isQuoted = false;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) {
      isQuoted = !isQuoted;
    } else if (isQuoted) {
      at += code === backslash ? 1 : 0;
    } else if (opening.has(code)) {
      levels += 1;
      if (levels > mostLevels) return true;
    } else if (closing.has(code)) {
      levels -= 1;
    }
  }
  return false;
}
