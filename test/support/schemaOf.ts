import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { findFrontmatter } from '../../src/core/hookfile/frontmatter.ts';
import { repository } from './runProgram.ts';

/** The text of a JSON schema that is shipped. */
export function schemaFile(name: 'hook' | 'runbook'): string {
  return readFileSync(join(repository, 'media', `${name}.schema.json`), 'utf8');
}

/** Whether data fits a JSON schema that is shipped, by its text alone. */
export function fitsSchema(name: 'hook' | 'runbook'): (data: unknown) => boolean {
  const { anyOf = [{}], ...rest } = JSON.parse(schemaFile(name));
  // Apart, since zod lets a key through that only one of two schemas at once refuses.
  const schemas = [rest, { anyOf }].map((part) => z.fromJSONSchema(part));
  return (data) => schemas.every((schema) => schema.safeParse(data).success);
}

/** What YAML says, as a YAML language server sees it. */
export function yamlData(text: string): unknown {
  return parse(text.replace(/^\uFEFF/u, ''), {
    schema: 'core',
    uniqueKeys: false,
    logLevel: 'silent',
    maxAliasCount: -1,
  });
}

/** What the front matter of a HOOK.md says; nothing where it has none. */
export function matterData(text: string): unknown {
  const matter = findFrontmatter(text.replace(/^\uFEFF/u, ''));
  return typeof matter === 'string' ? undefined : yamlData(matter.yaml);
}
