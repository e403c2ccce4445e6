import { parse } from 'jsonc-parser';
import { objectOf } from '../../../core/text/jsonObject.ts';

/** The folders that a person told Copilot CLI to trust, by its `config.json`; `undefined` where that is none. */
export function parseTrustedFolders(config: string): readonly string[] | undefined {
  const told = objectOf(parse(config, [], { allowTrailingComma: true }));
  const { trustedFolders } = told ?? {};
  return (
    told && (Array.isArray(trustedFolders) ? trustedFolders.filter((one) => typeof one === 'string') : [])
  );
}
