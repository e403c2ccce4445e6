import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hookSchema } from '../src/core/hookfile/hookSchema.ts';
import { runbookSchema } from '../src/core/runbook/runbookSchema.ts';
import { schemaText } from '../src/core/yaml/schemaText.ts';
import { runMain } from './cache/userError.mjs';
import { cloneRoot } from './command.ts';

await runMain(async () => {
  writeFileSync(join(cloneRoot, 'media', 'hook.schema.json'), schemaText(hookSchema));
  writeFileSync(join(cloneRoot, 'media', 'runbook.schema.json'), schemaText(runbookSchema));
  return 0;
});
