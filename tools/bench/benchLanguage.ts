import { spawn } from 'node:child_process';
import type { ProtocolConnection } from 'vscode-languageserver/node';
import {
  CompletionRequest,
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExitNotification,
  InitializeRequest,
  PublishDiagnosticsNotification,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';

const keystrokes = 50;
/** How often, and how slowly, somebody types who lets the server begin to read between two keys. */
const slowKeystrokes = 10;
const slowPauseMs = 330;
/** The longest that the server waits, and a bit: it is reading a dense runbook when the next key comes. */
const longPauseMs = 2100;
const megabyte = 1_000_000;
/** What a person does not notice. */
const limitMs = 50;

const head = `---\nname: bench\ndescription: Measured\ntrigger: before_tool\nmatcher:\n  tool: Shell\n  pattern: '\\brm\\b'\n---\n\n`;
const words = 'What the hook is for, in words that nobody reads while they type.\n';
const agent = (at: number) =>
  `  agent-${at}:\n    run: claude\n    prompt: |\n${`      ${words}`.repeat(10)}    on_idle:\n      action: nudge\n      attempts: 3\n`;
const book = `${grown('agents:\n', agent, megabyte)}  last:\n    run: x\n`;
const denseBook = `${grown('agents:\n', (at) => `  agent-${at}: { run: x }\n`, megabyte)}  last:\n    run: x\n`;
const wideBook = `${grown('agents:\n', (at) => `    agent-${at}:\n        run: x\n`, megabyte)}    last:\n    run: x\n`;
const stepsBook = `agents:\n  lead: { run: x }\n${grown('pipelines:\n', (at) => `  p${at}:\n    steps: [{ name: a, agent: lead }]\n`, megabyte)}  last:\n    run: x\n`;
const lastRun = (text: string) => ({ line: text.split('\n').length - 2, character: '    run: '.length });

interface Typed {
  readonly name: string;
  readonly uri: string;
  readonly text: string;
  /** The line in which the letters are typed, and its column. */
  readonly at: { readonly line: number; readonly character: number };
  /** Its problems wait for a pause in the typing, so only the answer counts. */
  readonly isPaused?: boolean;
  /** How long after each key the next one comes. */
  readonly pauseMs?: number;
}

const hookAt = { line: 2, character: 'description: '.length };
const typed: readonly Typed[] = [
  { name: 'HOOK.md of 1 KB', uri: 'file:///a/HOOK.md', text: grown(head, () => words, 1000), at: hookAt },
  { name: 'HOOK.md of 1 MB', uri: 'file:///b/HOOK.md', text: grown(head, () => words, megabyte), at: hookAt },
  {
    name: 'HOOK.md of 1 MB, in its body',
    uri: 'file:///c/HOOK.md',
    text: grown(head, () => words, megabyte),
    at: { line: 5000, character: 0 },
  },
  {
    name: 'runbook of 1 MB',
    uri: 'file:///d/.agents/runbook.yaml',
    text: book,
    at: lastRun(book),
    isPaused: true,
  },
  {
    name: 'runbook of 1 MB, typed slowly',
    uri: 'file:///e/.agents/runbook.yaml',
    text: book,
    at: lastRun(book),
    isPaused: true,
    pauseMs: slowPauseMs,
  },
  {
    name: 'runbook of 1 MB, indented by four',
    uri: 'file:///h/.agents/runbook.yaml',
    text: wideBook,
    at: lastRun(wideBook),
    isPaused: true,
  },
  {
    name: 'runbook of 1 MB, of pipelines',
    uri: 'file:///i/.agents/runbook.yaml',
    text: stepsBook,
    at: lastRun(stepsBook),
    isPaused: true,
  },
  {
    name: 'dense runbook of 1 MB',
    uri: 'file:///f/.agents/runbook.yaml',
    text: denseBook,
    at: lastRun(denseBook),
    isPaused: true,
  },
  {
    name: 'dense runbook of 1 MB, typed slowly',
    uri: 'file:///g/.agents/runbook.yaml',
    text: denseBook,
    at: lastRun(denseBook),
    isPaused: true,
    pauseMs: longPauseMs,
  },
];

/** Measures what a keystroke costs in the shipped language server: the letter, its problems, and what can follow it. */
export async function benchLanguage(program: string): Promise<void> {
  const child = spawn(process.execPath, [program, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const told = new Map<string, () => void>();
  connection.onNotification(PublishDiagnosticsNotification.type, ({ uri, version }) =>
    told.get(`${uri} ${version}`)?.(),
  );
  connection.listen();
  await connection.sendRequest(InitializeRequest.type, { processId: null, rootUri: null, capabilities: {} });
  process.stdout.write(
    `a keystroke in the language server, ${keystrokes} in a row (${slowKeystrokes} slowly), median and slowest\n`,
  );
  let first: number | undefined;
  for (const one of typed) {
    const times = await type(connection, one, (version) => {
      const key = `${one.uri} ${version}`;
      return new Promise((resolve) => told.set(key, resolve));
    });
    times.sort((a, b) => a - b);
    const [median = 0, slowest = 0] = [times[Math.floor(times.length / 2)], times.at(-1)];
    first ??= median;
    const verdict = slowest < limitMs ? `under ${limitMs} ms` : `NOT under ${limitMs} ms`;
    process.stdout.write(
      `  ${one.name.padEnd(42)}${median.toFixed(1).padStart(6)} ms${(median / first).toFixed(2).padStart(7)} ×${slowest.toFixed(1).padStart(8)} ms  ${verdict}\n`,
    );
  }
  await connection.sendRequest(ShutdownRequest.type);
  await connection.sendNotification(ExitNotification.type);
  connection.dispose();
}

async function type(
  connection: ProtocolConnection,
  { uri, text, at, isPaused = false, pauseMs = 0 }: Typed,
  diagnosed: (version: number) => Promise<void>,
): Promise<number[]> {
  const opened = diagnosed(1);
  const textDocument = { uri, languageId: 'markdown', version: 1, text };
  await connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument });
  await opened;
  const times: number[] = [];
  for (let version = 2; version < (pauseMs > 0 ? slowKeystrokes : keystrokes) + 2; version += 1) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const begin = performance.now();
    const isDiagnosed = diagnosed(version);
    await connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version },
      contentChanges: [{ range: { start: at, end: at }, text: 'x' }],
    });
    const position = { line: at.line, character: at.character + 1 };
    await connection.sendRequest(CompletionRequest.type, { textDocument: { uri }, position });
    if (!isPaused) {
      await isDiagnosed;
    }
    times.push(performance.now() - begin);
  }
  return times;
}

function grown(start: string, more: (at: number) => string, length: number): string {
  const parts = [start];
  let size = start.length;
  for (let at = 0; size < length; at += 1) {
    const part = more(at);
    parts.push(part);
    size += part.length;
  }
  return parts.join('');
}
