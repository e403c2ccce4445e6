import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { AgentFacts } from '../../src/core/event/agentFacts.ts';
import { parseAgents } from '../../src/core/roster/agentsCodec.ts';
import { askListener } from '../../src/node/listener/askListener.ts';
import { listeningIn } from '../../src/node/listener/discoveryFiles.ts';
import { allowed } from './support/cagedClaude.ts';
import { bash } from './support/modelScript.ts';
import { it as aloneIt } from './support/scene.ts';
import { sharedIt } from './support/sharedScene.ts';
import { gate, until } from './support/until.ts';

const hello = [{ text: 'Good morning.' }];

/** What a listener knows of an agent besides its row. */
async function knownFacts(home: string, agent: string): Promise<AgentFacts | undefined> {
  const [listener] = await listeningIn(home);
  const reply = listener && (await askListener(listener, { method: 'GET', path: '/v1/state' }));
  const agents = parseAgents(reply?.status === 200 ? JSON.parse(reply.body).agents : '');
  return agents.find(({ id }) => id === agent)?.facts;
}

/** What Claude Code wrote down itself of the costs of a conversation. */
function costStates(transcript: string): readonly { readonly totalCostUSD: number }[] {
  const records = readFileSync(transcript, 'utf8').trim().split('\n');
  return records.map((line) => JSON.parse(line)).filter(({ type }) => type === 'cost-state');
}

describe('a conversation', () => {
  const it = sharedIt();

  it('keeps its row through /compact, and works meanwhile', async ({ scene, claude, serve }) => {
    scene.model.script('hello', hello);
    await claude.submit('Please play:hello');
    await claude.sees(/Good morning\./u);
    const { agent } = await serve.only('idle');
    const over = gate();
    scene.model.script('summary', [{ text: '<summary>What was said.</summary>', before: over }]);
    await claude.submit('/compact');
    await serve.only('working');
    over.open();
    await claude.sees(/Compacted/iu);
    expect(await serve.only('idle')).toMatchObject({ agent });
    expect(new Set(serve.history().map((row) => row.agent))).toEqual(new Set([agent]));
  });

  it('goes on asking while a second process of it comes and goes', async ({ scene, claude, serve }) => {
    scene.model.script('touch', [{ tools: [bash('touch made.txt')] }, { text: 'The turn is over.' }]);
    scene.model.script('again', [{ text: 'Good evening.' }]);
    await claude.submit('Please play:touch');
    const { agent } = await serve.asks();
    await claude.sees(/Do you want to proceed\?/u);
    expect(await scene.headless('Please play:again', { args: ['--continue'] }).ended).toMatchObject({
      code: 0,
    });
    expect(await serve.only('prompting')).toMatchObject({ agent });
    await scene.decide(agent, 'approve');
    await until('the file', () => scene.cage.has('made.txt'));
    await serve.only('idle');
  });

  it('is working as long as a shell of its own runs in the background', async ({ scene, claude, serve }) => {
    scene.cage.allow('touch begun.txt; until [ -e go.txt ]; do sleep 0.1; done');
    scene.model.script('background', [
      { tools: [bash(allowed, { run_in_background: true })] },
      { text: 'It runs in the background.' },
    ]);
    await claude.submit('Please play:background');
    await claude.sees(/It runs in the background\./u);
    await until('the background shell', () => scene.cage.has('begun.txt'));
    // What its Stop says: without it the row would have been idle for a moment.
    await serve.until('the end of the turn', ([row]) => row?.detail === '1 background task');
    await claude.sees(/1 shell/u);
    expect(await serve.only('working')).toBeDefined();
    scene.cage.touch('go.txt');
    await serve.only('idle');
  });

  it('is idle only once when its turn ends, however many tools it used', async ({ scene, claude, serve }) => {
    scene.cage.allow('true');
    const step = { tools: [bash(allowed)] };
    scene.model.script('steps', [step, step, step, { text: 'The turn is over.' }]);
    const over = gate();
    scene.model.script('wait', [{ text: 'The next one too.', before: over }]);
    // A line may come for what it cost alone: only a state that changes counts.
    const told = () =>
      serve
        .history()
        .map(({ state }) => state)
        .filter((state, at, all) => state !== all[at - 1]);
    await claude.submit('Please play:steps');
    await claude.sees(/The turn is over\./u);
    await until('the end of the turn', () => told().lastIndexOf('idle') > told().indexOf('working'));
    const ended = told().length;
    await claude.submit('Please play:wait');
    await until('the next turn', () => told().lastIndexOf('working') >= ended);
    const began = told().indexOf('working');
    const between = told().slice(began, told().indexOf('working', ended));
    expect(between.filter((state) => state === 'idle')).toHaveLength(1);
    over.open();
    await claude.sees(/The next one too\./u);
    await serve.only('idle');
  });

  aloneIt(
    'has the same row when it is resumed, and another when it is forked; it costs what Claude Code says',
    async ({ scene }) => {
      scene.cage.allow('true');
      scene.model.script('work', [
        { text: 'First.', tools: [bash(allowed)] },
        { text: 'The turn is over.', inputTokens: 300 },
      ]);
      scene.model.script('again', [{ text: 'Good evening.' }]);
      scene.model.script('forked', [{ text: 'Good night.' }]);
      const { claude, serve } = await scene.open();
      await claude.submit('Please play:work');
      await claude.sees(/The turn is over\./u);
      const { agent } = await serve.only('idle');
      const session = agent.replace('claude-code:', '');
      // That of its newest message.
      const { costUsd, contextLimit, transcript } = await until(
        'the usage of the second message',
        async () => {
          const known = await knownFacts(scene.cage.beckonHome, agent);
          return known?.contextTokens === 320 && known;
        },
      );
      await claude.close();
      const [own] = costStates(transcript ?? '').slice(-1);
      expect([costUsd, contextLimit]).toEqual([own?.totalCostUSD, 1_000_000]);
      await serve.until('no row', (rows) => rows.length === 0);

      const resumed = await scene.claude({ args: ['--resume', session] });
      await resumed.submit('Please play:again');
      await resumed.sees(/Good evening\./u);
      expect(await serve.only('idle')).toMatchObject({ agent });

      const forked = await scene.claude({ args: ['--resume', session, '--fork-session'] });
      await forked.submit('Please play:forked');
      await forked.sees(/Good night\./u);
      await serve.until('two idle rows', (rows) => {
        return rows.length === 2 && rows.every(({ state }) => state === 'idle');
      });
      expect(serve.rows().map((row) => row.agent)).toContain(agent);
    },
  );
});

describe('a headless conversation', () => {
  aloneIt('is shown while it works, and goes when it ends', async ({ scene }) => {
    const over = gate();
    scene.model.script('wait', [{ text: 'The turn is over.', before: over }]);
    await scene.install();
    const serve = await scene.serve();
    const claude = scene.headless('Please play:wait');
    await serve.only('working');
    over.open();
    expect(await claude.ended).toMatchObject({ code: 0 });
    await serve.until('no row', (rows) => rows.length === 0);
  });

  // Claude Code stops writing when the relay has exited; of what the socket does not hold the end is lost.
  aloneIt('says which tool it uses, however large the input of that is', async ({ scene }) => {
    const over = gate();
    const input = { file_path: join(scene.cage.workspace, 'large.txt'), content: 'x'.repeat(1_000_000) };
    scene.model.script('write', [
      { tools: [{ name: 'Write', input }] },
      { text: 'The turn is over.', before: over },
    ]);
    await scene.install();
    const serve = await scene.serve();
    const claude = scene.headless('Please play:write', { args: ['--permission-mode', 'acceptEdits'] });
    await until('the tool', () => serve.history().some(({ detail }) => detail === 'Write'));
    over.open();
    expect(await claude.ended).toMatchObject({ code: 0 });
  });
});
