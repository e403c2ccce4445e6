import * as z from 'zod';

const head = z.object({ version: z.number() });

/**
 * Reads the JSON text of a file that says which version it is, or says what keeps it from being read: a newer Beckon
 * wrote it, or it is damaged.
 */
export function readVersioned<Content>(
  source: string,
  version: number,
  schema: z.ZodType<Content>,
): { readonly content: Content } | 'newer' | 'damaged' {
  let json: unknown;
  try {
    json = JSON.parse(source);
  } catch {
    return 'damaged';
  }
  const known = head.safeParse(json).data;
  if (known && known.version > version) {
    return 'newer';
  }
  const read = schema.safeParse(json);
  return read.success ? { content: read.data } : 'damaged';
}
