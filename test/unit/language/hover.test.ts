import { describe, expect, it } from 'vitest';
import type { MarkupContent } from 'vscode-languageserver-types';
import { hookKeys } from '../../../src/core/hookfile/hook.ts';
import { triggers } from '../../../src/core/hookfile/triggers.ts';
import { hoverHook, hoverRunbook } from '../../../src/language/hover.ts';
import { markedDocument } from '../../support/markedDocument.ts';

/** What is told at the bar, with the word it is about before it, and signs as they are shown. */
function told(marked: string, hover = hoverHook): string | undefined {
  const { document, position } = markedDocument(marked);
  const found = hover(document, position);
  const text = (found?.contents as MarkupContent | undefined)?.value ?? '';
  const shown = text.replace(/&#(\d+);/gu, (_, number) => String.fromCodePoint(Number(number)));
  return found && `<${document.getText(found.range)}> ${shown}`;
}

const inHook = (lines: string) => told(`---\n${lines}\n---\n`);
const inRunbook = (text: string) => told(text, hoverRunbook);
const agent = (lines: string) => `agents:\n  build:\n    run: claude\n    ${lines}\n`;

describe('hoverHook', () => {
  it('tells about every key', () => {
    for (const key of hookKeys) {
      expect(inHook(`${key.slice(0, 1)}¦${key.slice(1)}: `)).toMatch(
        new RegExp(`^<${key}> \\*\\*${key}\\*\\*: .+\\.`),
      );
    }
    expect(inHook('timeo¦ut: 5')).toMatch(/100 to 600000.*Default: 30000\./su);
    expect(inHook('matcher:\n  to¦ol: x')).toMatch(/^<tool> \*\*tool\*\*/u);
    expect(inHook('matcher: { pat¦tern: x }')).toMatch(/^<pattern> .*single quotes/su);
    expect(inHook('async_¦: true')).toMatch(/^<async_> \*\*async\*\*/u);
  });

  it('tells what a key takes about a value that means nothing by itself', () => {
    expect(inHook('name: a¦b')).toMatch(/^<ab> \*\*name\*\*/u);
    expect(inHook('description: Says ¦no')).toMatch(/^<Says no> \*\*description\*\*/u);
    expect(inHook('metadata: { author: m¦e }')).toMatch(/^<me> \*\*metadata\*\*/u);
  });

  it('tells about every trigger by its name, also where its alias is written', () => {
    for (const { id, alias = id } of triggers) {
      expect(inHook(`trigger: ¦${id}`)).toMatch(new RegExp(`^<${id}> \`${id}\`: .*Blocking: `, 'su'));
      expect(inHook(`trigger: ¦${alias}`)).toMatch(new RegExp(`^<${alias}> \`${id}\`: `, 'u'));
    }
    expect(inHook('trigger: befor¦')).toMatch(/^<befor> \*\*trigger\*\*/u);
  });

  it('tells what each program in use heeds at a trigger', () => {
    const all = { no: true, question: 'asked', yes: true, input: true, context: true } as const;
    const none = { no: false, question: 'ignored', yes: false, input: false, context: false } as const;
    const programs = [
      { id: 'a', name: 'A', at: { before_tool: all } },
      { id: 'b', name: 'B', at: { before_tool: none } },
      { id: 'c', name: 'C', at: {} },
    ];
    const hover: typeof hoverHook = (document, position) => hoverHook(document, position, programs);
    expect(told('---\ntrigger: ¦before_tool\n---\n', hover)).toContain(
      [
        '',
        '',
        '- A: heeds blocking, `ask`, `modified_input` and `additional_context`',
        '- B: runs it, and heeds nothing',
        '- C: does not run it',
      ].join('\n'),
    );
    expect(inHook('trigger: ¦before_tool')).not.toContain('- ');
  });

  it('tells what values mean', () => {
    expect(inHook('timeout: 3¦0000')).toMatch(/^<30000> `30000`: 30 seconds\./u);
    expect(inHook('timeout: 9¦0500')).toMatch(/1 minute, 30 seconds and 500 milliseconds/u);
    expect(inHook('timeout: 5¦')).toMatch(/^<5> \*\*timeout\*\*/u);
    expect(inHook('priority: 9¦99')).toMatch(/before hooks/u);
    expect(inHook('async: tr¦ue')).toMatch(/can't block/u);
    expect(inHook("matcher:\n  pattern: '\\.p¦y$'")).toMatch(/each text of the tool's input.*end of one/su);
    expect(inHook('matcher:\n  tool: Bash|Wr¦iteFile')).toMatch(/^<WriteFile> .*`Write` \(Claude Code\)/u);
    expect(inHook('matcher:\n  tool: Ba¦sh')).toMatch(/^<Bash> .*Claude Code.*`Shell`/u);
    expect(inHook("matcher:\n  tool: 'mcp_¦_.*'")).toMatch(/^<'mcp__\.\*'> \*\*tool\*\*/u);
  });

  it('says nothing elsewhere', () => {
    for (const marked of [
      '¦---\nname: x\n---\n',
      '---\nname: x\n---\n\ntrig¦ger: x',
      '---\n# trig¦ger: x\n---\n',
      '---\nmetadata:\n  timeout¦: 3\n---\n',
      '---\nmatcher:\n  constructor¦: 3\n---\n',
      'trig¦ger',
    ]) {
      expect([marked, told(marked)]).toEqual([marked, undefined]);
    }
  });
});

describe('hoverRunbook', () => {
  it.each([
    ['age¦nts: {}', /^<agents> \*\*agents\*\*/u],
    [agent('prompt: te¦xt'), /^<text> \*\*prompt\*\*/u],
    [
      'agents: { a: { run: x } }\npipelines:\n  p:\n    steps:\n      - { name: fi¦rst, agent: a }\n',
      /^<first> \*\*name\*\*/u,
    ],
    [agent('on_id¦le: nudge'), /^<on_idle> .*Default: nudge/su],
    [agent('on_idle: nu¦dge'), /^<nudge> `nudge`: Tells the agent to continue\./u],
    [agent('on_idle: { action: es¦calate }'), /^<escalate> `escalate`/u],
    [agent('on_error:\n      - es¦calate'), /^<escalate> `escalate`/u],
    [agent('on_error:\n      - { mat¦ch: other }'), /^<match> \*\*match\*\*/u],
    [agent('on_error:\n      - { match: rate¦_limited }'), /^<rate_limited> `rate_limited`/u],
    [agent('on_idle: { action: nudge, attempts: 3¦ }'), /3 times in a row/u],
    [agent('on_idle: { action: nudge, attempts: for¦ever }'), /again and again/u],
    [agent('on_idle: { action: nudge, cooldown: 9¦0m }'), /^<90m> `90m`: 1 hour and 30 minutes\./u],
    [agent('on_idle: { action: nudge, cooldown: so¦on }'), /^<soon> \*\*cooldown\*\*/u],
    [agent('worktree: tr¦ue'), /worktree/u],
    [
      agent('prompt: x').replace('bui', 'bu¦i'),
      /^<build> \*\*build\*\*: an agent, started with claude.*told: x/su,
    ],
    [`${agent('prompt: x')}pipelines:\n  p: { steps: [{ name: s, agent: bu¦ild }] }`, /started with claude/u],
    [
      `${agent('prompt: x')}pipelines:\n  p: { steps: [{ name: s, agent: bu¦ild, x: y }] }`,
      /an agent of this runbook/u,
    ],
    [
      `${agent('prompt: x')}pipelines:\n  ¦p: { steps: [{ name: s, agent: build }] }`,
      /^<p> \*\*p\*\*: a pipeline\. s$/u,
    ],
  ])('tells at %j', (marked, expected) => {
    expect(inRunbook(marked)).toMatch(expected);
  });

  it('shows foreign texts as they are', () => {
    const { document, position } = markedDocument(
      'agents:\n  b¦:\n    run: x\n    prompt: "[a](command:b) <b> `c` $(bell)"\n',
    );
    const found = hoverRunbook(document, position)?.contents as MarkupContent | undefined;
    expect(found?.value).toMatch(/bell/u);
    expect(found?.value).not.toMatch(/[[<`]|\$\(/u);
  });

  it('says nothing elsewhere', () => {
    for (const marked of [
      'pipelines:\n  p¦: x',
      'oth¦er: x',
      '# agents¦',
      agent('on_idle: { action: no¦ne }'),
    ]) {
      expect([marked, inRunbook(marked)]).toEqual([marked, undefined]);
    }
  });
});
