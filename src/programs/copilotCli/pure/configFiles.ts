import { parse } from 'jsonc-parser';
import { objectOf } from '../../../core/text/jsonObject.ts';

/** A configuration file as Copilot CLI reads it, comments and all; what cannot be read is left out. */
export function parseJsonc(text: string): unknown {
  return parse(text, [], { allowTrailingComma: true });
}

/** The folders that a person told Copilot CLI to trust, by its `config.json`; `undefined` where that is none. */
export function parseTrustedFolders(config: string): readonly string[] | undefined {
  const told = objectOf(parseJsonc(config));
  const { trustedFolders } = told ?? {};
  return (
    told && (Array.isArray(trustedFolders) ? trustedFolders.filter((one) => typeof one === 'string') : [])
  );
}
