import { expect, it } from 'vitest';
import type { LoadedHook } from '../../../src/node/hooks/loadHooks.ts';
import { withOverridden } from '../../../src/node/hooks/overriddenHooks.ts';
import { hookOf } from '../../support/hookOf.ts';

function loaded(scope: LoadedHook['scope'], name: string, replacedBy?: string): LoadedHook {
  const folder = `/${scope}/${name}`;
  const standing = replacedBy === undefined ? 'runs' : 'replaced';
  const by = replacedBy === undefined ? {} : { replacedBy };
  return { scope, folder, file: `${folder}/HOOK.md`, hook: hookOf(), problems: [], standing, ...by };
}

it('warns of a hook of the person that one of the workspace replaces, and of no other', () => {
  const hooks = [
    loaded('project', 'first'),
    loaded('user', 'other'),
    loaded('user', 'mine', '/project/first'),
    loaded('project', 'second', '/project/first'),
    loaded('user', 'twice', '/user/other'),
  ];
  const codes = withOverridden(hooks).map(({ problems }) => problems.map(({ code }) => code));
  expect(codes).toEqual([[], [], ['hook.overridden'], [], []]);
});
