/** A text with «marks» around each place that a problem is expected at. */
export type BrokenRow = readonly [marked: string, code: string, message: RegExp];

const agent = (lines: string) => `agents:\n  a:\n    run: x\n    ${lines}\n`;
const steps = (list: string) => `agents: { a: { run: x } }\npipelines:\n  p:\n    steps: ${list}\n`;

/** Runbooks with an error. */
export const brokenRunbooks: readonly BrokenRow[] = [
  // YAML
  ['agents: {a: {run: x}«»', 'syntax', /^Invalid YAML: .*\}\.$/],
  [agent('prompt: "a«\\»d"'), 'syntax', /escape/],
  ['agents:\n«\t»a: 1', 'syntax', /spaces/],
  ['agents:\r\n«\t»a: 1', 'syntax', /spaces/],
  ['agents: {}\n«---\nagents: {}»', 'several-documents', /one document/],
  ['agents: { a: { run: «!mine» x } }', 'tag', /tag/],
  ['agents: { a: { run: «!!binary» x } }', 'tag', /tag/],
  ['agents: { «[»a]: { run: x } }', 'key', /plain text/],
  ['agents: { a: { run: x } }\n«agents»: {}', 'duplicate-key', /'agents'/],
  ['agents:\n  a: { run: x }\n  «a»: { run: y }', 'duplicate-key', /'a'/],
  [agent('prompt: p\n    «prompt»: q'), 'duplicate-key', /'prompt'/],
  ['agents: { a: { run: x, «<<»: {} } }', 'merge-key', /merge/],
  ['agents: { «<<»: { a: { run: x } } }', 'merge-key', /merge/],
  ['agents: { a: { run: «*x» } }', 'unknown-alias', /&x /],
  ['agents: &a { b: «*a» }', 'alias-cycle', /its own value/],
  ['%YAML 1.1\n---\nagents: { a: { run: x, «<<»: {} } }', 'merge-key', /merge/],
  // types
  ['%YAML 1.1\n---\nagents: { a: { run: x, worktree: «yes» } }', 'wrong-type', /a text/],
  ['«- agents»', 'wrong-type', /a list\.$/],
  ['«- agents»\n', 'wrong-type', /a list\.$/],
  ['«- agents\r\n- b»  \r\n\r\n', 'wrong-type', /a list\.$/],
  ['agents:\n  a:\n    run: «>-»\n\n\n', 'empty-text', /'run'/],
  ['«nothing»', 'wrong-type', /a text\.$/],
  ['agents: «[]»', 'wrong-type', /'agents'.*a list\.$/],
  ['agents: { a: «claude» }', 'wrong-type', /a text\.$/],
  ['agents:\n  «a»:\n', 'wrong-type', /nothing\.$/],
  ['agents: { a: { run: «5» } }', 'wrong-type', /quotes; here is a number/],
  ['agents: { a: { «run»: } }', 'wrong-type', /here is nothing/],
  [agent('prompt: «[p]»'), 'wrong-type', /'prompt'/],
  [agent('worktree: «yes»'), 'wrong-type', /true or false; here is a text/],
  [agent('on_idle: «true»'), 'wrong-type', /'on_idle'.*the value true/],
  [agent('«on_idle»:'), 'wrong-type', /'on_idle'/],
  [agent('on_idle: { action: «3» }'), 'wrong-type', /nudge, done/],
  [agent('on_idle: { action: nudge, message: «3» }'), 'wrong-type', /'message'/],
  ['pipelines: «x»', 'wrong-type', /'pipelines'/],
  ['pipelines: { p: «[a]» }', 'wrong-type', /'steps'/],
  [steps('«a»'), 'wrong-type', /'steps' a list/],
  [steps('[«a»]'), 'wrong-type', /'name' and 'agent'/],
  [steps('[{ name: s, agent: «1» }]'), 'wrong-type', /'agent'/],
  [steps('[{ name: s, agent: a, worktree: «1» }]'), 'wrong-type', /true or false/],
  // empty
  ['agents: { a: { run: «""» } }', 'empty-text', /'run'/],
  [agent('prompt: «" "»'), 'empty-text', /'prompt'/],
  [agent('on_error: «[]»'), 'empty-list', /on_error/],
  [steps('«[]»'), 'empty-list', /step/],
  // keys
  ['«agent»: {}', 'unknown-key', /'agents' instead of 'agent'/],
  ['agents: { a: { run: x, «promt»: y } }', 'unknown-key', /'prompt'/],
  ['agents: { a: { run: x, «on_stop»: y } }', 'unknown-key', /an agent/],
  [agent('on_idle: { action: done, «atempts»: 3 }'), 'unknown-key', /'attempts'/],
  [agent('on_idle: { action: done, «match»: other }'), 'unknown-key', /a rule of on_idle/],
  [
    'agents: { a: { run: x } }\npipelines: { p: { steps: [{ name: s, agent: a }], «stpes»: [] } }',
    'unknown-key',
    /'steps'/,
  ],
  [steps('[{ name: s, agent: a, «when»: x }]'), 'unknown-key', /a step/],
  // names
  ['agents: { «""»: { run: x } }', 'name', /empty/],
  ['agents: { «a/b»: { run: x } }', 'name', /'\/'/],
  ['agents: { «"a\\tb"»: { run: x } }', 'name', /control/],
  ['pipelines: { «a/b»: { steps: [{ name: s, agent: a }] } }\nagents: { a: { run: x } }', 'name', /'\/'/],
  [steps('[{ name: «"a\\nb"», agent: a }]'), 'name', /control/],
  ['agents: { a: { run: x } }\npipelines: { «a»: { steps: [{ name: s, agent: a }] } }', 'same-name', /'a'/],
  // agents
  ['agents: { «a»: { prompt: x } }', 'missing-run', /command/],
  ['agents: { a: { run: «"echo hello;"» } }', 'command-end', /prompt/],
  ['agents: { a: { run: «"claude # mine"» } }', 'command-end', /prompt/],
  ['agents: { a: { run: «FOO=1», prompt: id } }', 'command-end', /prompt/],
  ['agents: { a: { run: «"cla\\0ude"» } }', 'command-end', /NUL/],
  // rules
  [agent('on_idle: «{ message: x }»'), 'missing-action', /nudge, done, fail, escalate or gate/],
  [agent('on_idle: «nugde»'), 'unknown-action', /nudge instead of 'nugde'/],
  [agent('on_idle: { action: «explode» }'), 'unknown-action', /nudge, done/],
  [agent('on_idle: «resume»'), 'invalid-pair', /still running/],
  [agent('on_prompt: «nudge»'), 'invalid-pair', /done, fail, escalate or gate.*its answer/],
  [agent('on_prompt: { action: «resume» }'), 'invalid-pair', /still running/],
  [agent('on_dead: «nudge»'), 'invalid-pair', /reads none/],
  [agent('on_error: «done»'), 'invalid-pair', /success/],
  [agent('on_error: [{ match: other, action: «done» }]'), 'invalid-pair', /success/],
  [agent('on_idle: «[done]»'), 'list-form', /only on_error/],
  [agent('on_prompt: «[done]»'), 'list-form', /only on_error/],
  [agent('on_dead: «[done]»'), 'list-form', /only on_error/],
  [agent('on_idle: «gate»'), 'gate-without-run', /'run'/],
  [agent('on_error: [{ action: «gate» }]'), 'gate-without-run', /'run'/],
  [agent('on_idle: { action: nudge, «run»: x }'), 'run-without-gate', /gate/],
  [agent('on_idle: { action: gate, run: «"make\\0test"» }'), 'command-end', /NUL/],
  [agent('on_error: [{ action: gate, run: «"make\\0"» }]'), 'command-end', /NUL/],
  ...['0', '-1', '1.5', 'often', '"3"', '[3]', '.inf', '.nan', '99999999999999999999'].map(
    (value): BrokenRow => [agent(`on_idle: { action: nudge, attempts: «${value}» }`), 'attempts', /forever/],
  ),
  ...['""', '-1', '-5s', '1.5', '5x', '5 fortnights', 's', '0x10', '1e3', '[5s]', 'true', '31d', '1 2'].map(
    (value): BrokenRow => [
      agent(`on_idle: { action: nudge, cooldown: «${value}» }`),
      'duration',
      /'cooldown'/,
    ],
  ),
  [agent('on_idle: { action: gate, run: x, timeout: «0» }'), 'duration', /'timeout'/],
  [agent('on_error: { match: «rate_limit», action: nudge }'), 'match', /rate_limited/],
  [agent('on_error: [{ match: «[other]», action: nudge }]'), 'match', /unauthorized/],
  [agent('on_error: [{ match: «rate_limit», action: nudge }, fail]'), 'match', /rate_limited/],
  // pipelines
  ['pipelines: { «p»: {} }', 'missing-steps', /'steps'/],
  [steps('[«{ agent: a }»]'), 'missing-name', /'name'/],
  [steps('\n      - «agent: a\n        prompt: x»\n\n'), 'missing-name', /'name'/],
  [steps('[«{ name: s }»]'), 'missing-agent', /'agent'/],
  [
    'agents: { builder: { run: x } }\npipelines: { p: { steps: [{ name: s, agent: «biulder» }] } }',
    'unknown-agent',
    /'builder' instead/,
  ],
  [steps('[{ name: s, agent: «reviewer» }]'), 'unknown-agent', /Add an agent 'reviewer'/],
  [steps('[{ name: s, agent: a }, { name: «s», agent: a }]'), 'duplicate-step', /'s'/],
  [steps('[{ name: s, agent: «p» }]'), 'cycle', /'p' would lead back/],
  [
    `${steps('[{ name: s, agent: «q» }]')}  q: { steps: [{ name: t, agent: «p» }] }`,
    'cycle',
    /can't contain/,
  ],
  [
    `${steps('[{ name: s, agent: «q» }]')}  q: { steps: [{ name: t, agent: a }] }`,
    'nested-pipeline',
    /'q' is a pipeline/,
  ],
];

/** Runbooks with a warning. */
export const oddRunbooks: readonly BrokenRow[] = [
  ['«%MINE»\n---\nagents: { a: { run: x } }', 'syntax', /directive/],
  [agent('on_idle: { action: done, «message»: x }'), 'no-effect', /nudge and resume/],
  [agent('on_idle: { action: nudge, «timeout»: 5s }'), 'no-effect', /gate/],
  [agent('on_prompt: { action: done, «attempts»: 2 }'), 'no-effect', /attempt/],
  [agent('on_prompt: { action: done, «cooldown»: 2 }'), 'no-effect', /at once/],
  [agent('on_error: [fail, «{ match: other, action: fail }»]'), 'unreachable', /takes every error\.$/],
  [
    agent('on_error: [{ match: other, action: fail }, «{ match: other, action: nudge }»]'),
    'unreachable',
    /every error other/,
  ],
];

/** The text without its marks, and the places they are at, as lines and columns. */
export function unmark(marked: string) {
  const places: { start: object; end: object }[] = [];
  let text = '';
  let start = {};
  for (const char of marked) {
    const before = text.slice(text.lastIndexOf('\n') + 1);
    const place = { line: text.split('\n').length, column: before.length + 1 };
    if (char === '«') {
      start = place;
    } else if (char === '»') {
      places.push({ start, end: place });
    } else {
      text += char;
    }
  }
  return { text, places };
}
