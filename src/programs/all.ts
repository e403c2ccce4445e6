import { knowingReaders } from '../core/event/readers.ts';
import { claudeCodeEntries } from './claudeCode/node/entries.ts';
import { claudeCodeNode } from './claudeCode/node/node.ts';
import { claudeCodeProgram } from './claudeCode/pure/program.ts';
import { codexEntries } from './codex/node/entries.ts';
import { codexNode } from './codex/node/node.ts';
import { codexProgram } from './codex/pure/program.ts';
import { copilotCliEntries } from './copilotCli/node/entries.ts';
import { copilotCliNode } from './copilotCli/node/node.ts';
import { copilotCliProgram } from './copilotCli/pure/program.ts';
import { qwenCodeEntries } from './qwenCode/node/entries.ts';
import { qwenCodeNode } from './qwenCode/node/node.ts';
import { qwenCodeProgram } from './qwenCode/pure/program.ts';

/** Every agent program that Beckon knows; the first is meant where a command names none. */
export const allPrograms = /* @__PURE__ */ knowingReaders([
  /* @__PURE__ */ joined(claudeCodeProgram, { node: claudeCodeNode }),
  /* @__PURE__ */ joined(qwenCodeProgram, { node: qwenCodeNode }),
  /* @__PURE__ */ joined(copilotCliProgram, { node: copilotCliNode }),
  /* @__PURE__ */ joined(codexProgram, { node: codexNode }),
]);

/** Those whose settings get entries, as far as that is concerned: for whoever takes the entries out again. */
export const entryPrograms = [claudeCodeEntries, qwenCodeEntries, copilotCliEntries, codexEntries] as const;

// A call that may be left out, where a spread would keep all of both in every bundle.
function joined<Program, Node>(program: Program, node: Node): Program & Node {
  return { ...program, ...node };
}
