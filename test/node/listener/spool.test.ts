import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { spoolLimits } from '../../../src/core/wire/protocol.ts';
import { startNow } from '../../../src/node/evidence/processTable.ts';
import { Spool } from '../../../src/node/listener/spool.ts';
import { wireHead } from '../../support/relayRequest.ts';
import { repository, runProgram } from '../../support/runProgram.ts';

const parentStart = startNow(process.ppid);
let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'beckon-spool-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe('the spool', () => {
  const names = () => readdirSync(join(home, 'spool')).sort();

  it('gives back what it was given, oldest first, once', () => {
    const spool = new Spool(home);
    spool.put(wireHead({ id: 'b', env: { A: 'ü' } }), '{"text":"zwölf\\n\\n"}', 2000);
    spool.put(wireHead({ id: 'a', at: 5 }), '{}', 1000);
    const taken = new Spool(home).claim(1);
    expect(taken.map(({ head, body }) => [head.id, head.at, head.spooled, body])).toEqual([
      ['a', 5, true, '{}'],
      ['b', 2000, true, '{"text":"zwölf\\n\\n"}'],
    ]);
    expect(spool.claim(1)).toEqual([]);
    for (const { done } of taken) done();
    expect(names()).toEqual([]);
  });

  it('is for its owner only', () => {
    new Spool(home).put(wireHead({ id: 'a' }), '{}', 1);
    expect([
      statSync(join(home, 'spool')).mode & 0o777,
      statSync(join(home, 'spool', names()[0] ?? '')).mode & 0o777,
    ]).toEqual([0o700, 0o600]);
  });

  it('keeps so many and no more: the oldest go', () => {
    mkdirSync(join(home, 'spool'));
    for (let index = 0; index < spoolLimits.count; index += 1) {
      writeFileSync(join(home, 'spool', `0000000000001-${String(index).padStart(4, '0')}`), '');
    }
    new Spool(home).put(wireHead({ id: 'new' }), '{}', 2);
    expect([names().length, names()[0], names().at(-1)]).toEqual([
      spoolLimits.count,
      '0000000000001-0001',
      '0000000000002-new',
    ]);
  });

  it('keeps so many bytes and no more: the oldest go', () => {
    const spool = new Spool(home);
    const body = JSON.stringify({ text: 'x'.repeat(spoolLimits.bytesEach - 1000) });
    const many = Math.ceil(spoolLimits.bytes / spoolLimits.bytesEach) + 2;
    for (let index = 0; index < many; index += 1) {
      spool.put(wireHead({ id: `e${index}` }), body, 1000 + index);
    }
    const bytes = names().reduce((sum, name) => sum + statSync(join(home, 'spool', name)).size, 0);
    expect(bytes).toBeLessThanOrEqual(spoolLimits.bytes);
    expect(names().at(-1)).toBe(`${String(1000 + many - 1).padStart(13, '0')}-e${many - 1}`);
  });

  it('does not keep what is too large', () => {
    new Spool(home).put(wireHead(), 'x'.repeat(spoolLimits.bytesEach), 1);
    expect(names()).toEqual([]);
  });

  it('does not take what is not finished, and forgets it after a while', () => {
    mkdirSync(join(home, 'spool'));
    for (const name of ['.old', '.new']) {
      writeFileSync(join(home, 'spool', name), 'POST');
    }
    utimesSync(join(home, 'spool', '.old'), 1, 1);
    expect(new Spool(home).claim(Date.now())).toEqual([]);
    expect(names()).toEqual(['.new']);
  });

  it('gives what a listener had claimed when it was killed to the next one, in its place', async () => {
    const spool = new Spool(home);
    spool.put(wireHead({ id: 'a', at: 1 }), '{}', 1);
    const claims = `import { Spool } from ${JSON.stringify(join(repository, 'src/node/listener/spool.ts'))};
      new Spool(${JSON.stringify(home)}).claim(1);
      process.kill(process.pid, 'SIGKILL');`;
    await runProgram(process.execPath, ['--input-type=module', '-e', claims]);
    expect(names()).toEqual([expect.stringMatching(/^\.claimed-\d+(?:\.\d+)?-0000000000001-a$/u)]);
    spool.put(wireHead({ id: 'b', at: 2 }), '{}', 2);
    expect(spool.claim(1).map(({ head }) => head.id)).toEqual(['a', 'b']);
  });

  const onLinux = it.runIf(parentStart); // Elsewhere nothing tells at once when a process began.
  onLinux('takes the claim of a process whose id has become that of another one', () => {
    const spool = new Spool(home);
    spool.put(wireHead({ id: 'a', at: 1 }), '{}', 1);
    const [name = ''] = names();
    renameSync(join(home, 'spool', name), join(home, 'spool', `.claimed-${process.ppid}.1-${name}`));
    expect(spool.claim(1).map(({ head }) => head.id)).toEqual(['a']);
  });

  it.each([
    ['', 'of which no more is known than its id'],
    [parentStart ? `.${parentStart}` : '', 'that began when the claim says'],
  ])('leaves the claim of a listener that lives alone: one%s %s', (start) => {
    mkdirSync(join(home, 'spool'));
    writeFileSync(join(home, 'spool', `.claimed-${process.ppid}${start}-0000000000001-a`), '');
    expect(new Spool(home).claim(Date.now() + 3_600_000)).toEqual([]);
    expect(names()).toHaveLength(1);
  });

  it('throws away what is no event', () => {
    mkdirSync(join(home, 'spool'));
    writeFileSync(join(home, 'spool', '0000000000001-a'), 'nonsense');
    expect(new Spool(home).claim(1)).toEqual([]);
    expect(names()).toEqual([]);
  });
});
