import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Console } from '../../../src/cli/console.ts';
import { runAnswers } from '../../../src/cli/runAnswers.ts';
import { relayRulesOf } from '../../../src/core/event/relayRulesOf.ts';
import type { AgentProgram } from '../../../src/node/programNode.ts';
import { isAnswered } from '../../../src/node/relayFiles/answered.ts';
import { installRelay } from '../../../src/node/relayFiles/installRelay.ts';
import { parrotHere } from '../../programs/parrot/here.ts';
import { ownNode, repository } from '../../support/runProgram.ts';
import { openWorkshop, type Workshop } from '../entries/workshop.ts';

let shop: Workshop;
beforeEach(() => {
  shop = openWorkshop();
});
afterEach(() => shop.remove());

const { answers, ...rest } = parrotHere;
const cautious: AgentProgram = answers ? { ...rest, answers: { ...answers, optIn: true } } : rest;
const home = () => shop.env.BECKON_HOME ?? '';

async function beckonAnswers(args: readonly string[], programs: readonly AgentProgram[] = [cautious]) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runAnswers(args, {
    out: (line: string) => void out.push(line),
    err: (line: string) => void err.push(line),
    env: shop.env,
    programs,
  } as unknown as Console);
  return { code, out, err };
}

/** Installs the relay, as every install and every window does, and says what its events wait for. */
async function rules(): Promise<readonly string[]> {
  const dist = (name: string) => join(repository, 'dist', name);
  await installRelay({
    home: home(),
    rules: relayRulesOf(cautious, isAnswered(home(), cautious)),
    version: '0.1.0',
    files: { bash: dist('relay.sh'), node: dist('relay.cjs'), cli: dist('beckon.cjs') },
    runtimes: [ownNode],
  });
  return readdirSync(join(home(), 'waits')).sort();
}

describe('the answers of a program that has to be switched on', () => {
  it('are off until a person wants them, and then its relay waits, also after another install', async () => {
    expect(await rules()).toEqual(['parrot.rests']);
    expect((await beckonAnswers([])).out).toEqual(['parrot  off']);
    expect(await beckonAnswers(['parrot', 'on'])).toEqual({ code: 0, out: ['parrot  on'], err: [] });
    expect(readdirSync(join(home(), 'waits')).sort()).toEqual(['parrot.begs', 'parrot.rests']);
    expect(await rules()).toEqual(['parrot.begs', 'parrot.rests']);
    expect((await beckonAnswers(['--json'])).out).toEqual(['[{"program":"parrot","on":true}]']);
    expect((await beckonAnswers(['parrot', 'off'])).out).toEqual(['parrot  off']);
    expect(await rules()).toEqual(['parrot.rests']);
  });

  it.each([
    [['parrot'], 2, "say 'on' or 'off' after 'parrot'"],
    [['parrot', 'on', 'off'], 2, "say 'on' or 'off' after 'parrot'"],
    [['owl', 'on'], 1, "'owl' is no program that this is about: parrot"],
  ])('are not switched by %j', async (args, code, why) => {
    expect(await beckonAnswers(args)).toEqual({ code, out: [], err: [`beckon answers: ${why}`] });
  });

  it('are those of no other program', async () => {
    expect((await beckonAnswers([], [parrotHere])).out).toEqual(['Every program is answered from here.']);
    expect(await beckonAnswers(['parrot', 'off'], [parrotHere])).toMatchObject({ code: 1 });
  });
});
