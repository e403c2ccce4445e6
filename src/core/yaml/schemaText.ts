import * as z from 'zod';

/** A schema as the text of a JSON schema, in the draft that YAML language servers read. */
export function schemaText(schema: z.ZodType): string {
  return `${JSON.stringify(z.toJSONSchema(schema, { target: 'draft-7', io: 'input' }), undefined, 2)}\n`;
}
