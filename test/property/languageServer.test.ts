import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  CodeActionRequest,
  CodeLensRequest,
  CompletionRequest,
  DocumentFormattingRequest,
  DocumentSymbolRequest,
  FoldingRangeRequest,
  HoverRequest,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { hookTemplates } from '../../src/core/hookfile/hookTemplates.ts';
import { exampleRunbook } from '../../src/core/runbook/exampleRunbook.ts';
import { diagnoseHook } from '../../src/language/diagnoseHook.ts';
import { diagnoseRunbook } from '../../src/language/diagnoseRunbook.ts';
import { runbookPrograms } from '../../src/programs/runbookPrograms.ts';
import type { Edit } from '../server/support/languageClient.ts';
import { LanguageClient } from '../server/support/languageClient.ts';

const begun = [...hookTemplates.map(({ files }) => files('a').hook), ''];

/** What people type, and what nobody types. */
const typed = fc.oneof(
  fc.constantFrom(
    ...[
      ' ',
      '\n',
      '\r\n',
      '\r',
      '\t',
      ':',
      ': ',
      '- ',
      '---\n',
      '"',
      "'",
      '\\',
      '#',
      '|',
      '>',
      '{',
      '}',
      '[',
      ']',
      '&a ',
      '*a',
    ],
    ...[
      '<<: ',
      '!!x ',
      '%',
      '@',
      '\u2028',
      '\uFEFF',
      '\u0000',
      '\uD800',
      'ü',
      '👩‍👩‍👧',
      'name: ',
      'trigger: ',
      'timeout: 1',
      'pattern: "\\.py$"',
    ],
    ...[
      'agents:\n',
      '  a: { run: x }\n',
      'pipelines:\n',
      'on_idle: ',
      'matcher:\n  tool: ',
      'async: yes\n',
      '(a+)+$',
      '? ',
      '...\n',
    ],
  ),
  fc.string({ unit: 'binary', maxLength: 5 }),
);

/** Where, as parts of the text as it is then, how much of it is replaced, and by what. */
const edits = fc.array(
  fc.record({ at: fc.nat(1_000_000), length: fc.oneof(fc.constant(0), fc.nat(30)), text: typed }),
  { minLength: 1, maxLength: 12 },
);

// vitest keeps a hundred lines of every stack. An error that a YAML text has is one of JavaScript too, and the stacks
// took a third of the time; ten lines are what the product runs with.
const { stackTraceLimit } = Error;
beforeAll(() => {
  Error.stackTraceLimit = 10;
});
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit;
});

let client: LanguageClient;
beforeEach(async () => {
  client = new LanguageClient(undefined, runbookPrograms);
  await client.start({});
});
afterEach(() => client.dispose());

const requests = async (uri: string, at: number) => {
  const document = client.document(uri);
  const position = document.positionAt(at);
  const textDocument = { uri };
  const range = { start: position, end: position };
  const { connection } = client;
  const diagnostics = await client.diagnostics(uri);
  const context = { diagnostics };
  return await Promise.all([
    connection.sendRequest(CompletionRequest.type, { textDocument, position }),
    connection.sendRequest(HoverRequest.type, { textDocument, position }),
    connection.sendRequest(CodeActionRequest.type, { textDocument, range, context }),
    connection.sendRequest(CodeActionRequest.type, {
      textDocument,
      range,
      context: { ...context, only: ['source.fixAll'] },
    }),
    connection.sendRequest(DocumentSymbolRequest.type, { textDocument }),
    connection.sendRequest(FoldingRangeRequest.type, { textDocument }),
    connection.sendRequest(CodeLensRequest.type, { textDocument }),
    connection.sendRequest(DocumentFormattingRequest.type, {
      textDocument,
      options: { tabSize: 2, insertSpaces: true },
    }),
  ]);
};

let serial = 0;

describe('a file that is typed in any way', () => {
  it.each([
    ['HOOK.md', begun, (document: TextDocument) => diagnoseHook(document)],
    [
      'runbook.yaml',
      [exampleRunbook, ''],
      (document: TextDocument) => diagnoseRunbook(document, undefined, runbookPrograms),
    ],
  ] as const)(
    'gives the same as one that is read anew, and every request is answered: %s',
    async (name, texts, diagnose) => {
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...texts), edits, fc.nat(1_000_000), async (text, changes, at) => {
          serial += 1;
          const uri = `file:///w/${serial}/.agents/${name}`;
          await client.open(uri, text);
          for (const { at: where, length, text: put } of changes) {
            const { length: whole } = client.document(uri).getText();
            const from = where % (whole + 1);
            const edit: Edit = { from, to: Math.min(whole, from + length), text: put };
            await client.change(uri, edit);
          }
          const now = client.document(uri).getText();
          const found = await client.diagnostics(uri);
          expect(found).toEqual(diagnose(TextDocument.create(uri, 'markdown', 1, now)));
          const answers = await requests(uri, at % (now.length + 1));
          expect(answers.slice(4).every((one) => Array.isArray(one))).toBe(true);
          await client.close(uri);
        }),
        { numRuns: 150 },
      );
    },
  );
});
