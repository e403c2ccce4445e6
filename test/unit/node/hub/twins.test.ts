import { expect, it } from 'vitest';
import { Twins } from '../../../../src/node/hub/twins.ts';
import { hook } from '../../../support/claude.ts';

const request = (id: string, at: number) => ({ ...hook(at, 'PermissionRequest', { tool_name: 'Bash' }), id });

it.each([
  ['is one request where it comes twice within a second', 1000, true],
  ['are two requests where one comes later than that', 1001, false],
])('what asks the same %s', (_, later, isOne) => {
  const twins = new Twins();
  twins.firstOf(request('first', 5), 'print');
  expect(twins.firstOf(request('second', 5 + later), 'print').id).toBe(isOne ? 'first' : 'second');
});

it.each([
  ['is still the request that is over, where it was asked at the very same moment', 0, true],
  ['asks anew', 1, false],
])('what asks the same again %s', (_, later, isOne) => {
  const twins = new Twins();
  twins.firstOf(request('first', 5), 'print');
  twins.over('first');
  expect(twins.firstOf(request('second', 5 + later), 'print').id).toBe(isOne ? 'first' : 'second');
});

it('what was taken for another request is taken for it again under its own id, also when that is over', () => {
  const twins = new Twins();
  twins.firstOf(request('first', 5), 'print');
  twins.firstOf(request('second', 8), 'print');
  twins.over('first');
  expect(twins.firstOf(request('second', 8), 'print without a process').id).toBe('first');
});

it('what asks something else is another request', () => {
  const twins = new Twins();
  twins.firstOf(request('first', 5), 'print');
  expect(twins.firstOf(request('second', 5), 'other').id).toBe('second');
});

it('only the newest requests are remembered', () => {
  const twins = new Twins();
  for (let number = 0; number <= 100; number++) twins.firstOf(request(`${number}`, 5), `${number}`);
  expect([twins.firstOf(request('a', 5), '1').id, twins.firstOf(request('b', 5), '0').id]).toEqual([
    '1',
    'b',
  ]);
});
