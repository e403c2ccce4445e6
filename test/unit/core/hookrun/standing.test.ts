import { describe, expect, it } from 'vitest';
import type { Hook } from '../../../../src/core/hookfile/hook.ts';
import type { HookScope } from '../../../../src/core/hookfile/hookScope.ts';
import { parseHook } from '../../../../src/core/hookfile/parseHook.ts';
import type { StandingGround } from '../../../../src/core/hookrun/standing.ts';
import { standingOf, standingWith } from '../../../../src/core/hookrun/standing.ts';
import type { HookConsent, Trust } from '../../../../src/core/hookrun/trust.ts';
import { noTrust } from '../../../../src/core/hookrun/trust.ts';

const hook = parseHook('---\nname: a\ndescription: b\ntrigger: before_tool\n---\n').hook as Hook;
const folder = '/w/.agents/hooks/a';
const yes: HookConsent = { hash: 'h1', allowed: true, mayApprove: false };
const trusting = (more: Partial<Trust> = {}): Trust => ({ ...noTrust, workspaces: ['/w'], ...more });
const saying = (consent: Partial<HookConsent>) =>
  trusting({ consents: { [folder]: { ...yes, ...consent } } });
const standing = (scope: HookScope, trust: Trust, more: Partial<StandingGround> = {}) =>
  standingOf({ scope, folder, hook }, { trust, workspace: '/w', hash: 'h1', ...more });

describe('the standing of a hook of a workspace', () => {
  it('is that it runs with trust in the workspace and consent to what is there', () => {
    expect(standing('project', saying({}))).toBe('runs');
  });

  it('is untrusted in any other workspace, whatever was consented to', () => {
    expect(standing('project', { ...saying({}), workspaces: [] })).toBe('untrusted');
    expect(standing('project', saying({}), { workspace: '/w/sub' })).toBe('untrusted');
    expect(standing('project', saying({}), { workspace: '/' })).toBe('untrusted');
    expect(standing('project', saying({}), { workspace: undefined })).toBe('untrusted');
  });

  it('is denied where the person said no, trusted or not, and unknown where nobody can tell', () => {
    expect(standing('project', { ...saying({ allowed: false }), workspaces: [] })).toBe('denied');
    expect(standing('project', { ...saying({}), isUnknown: true })).toBe('unknown');
    expect(standing('user', { ...noTrust, isUnknown: true })).toBe('unknown');
  });

  it('goes by the real path of the workspace where the hook has it', () => {
    const found = { scope: 'project', folder, hook } as const;
    const ground = { trust: saying({}), hash: 'h1' };
    expect(standingOf({ ...found, workspace: '/w' }, { ...ground, workspace: '/alias' })).toBe('runs');
    expect(standingOf({ ...found, workspace: '/other' }, { ...ground, workspace: '/w' })).toBe('untrusted');
  });

  it('needs consent to that folder and that content', () => {
    expect(standing('project', trusting())).toBe('unconsented');
    expect(standing('project', trusting({ consents: { [`${folder}2`]: yes } }))).toBe('unconsented');
    expect(standing('project', saying({ hash: 'h2' }))).toBe('changed');
    expect(standing('project', saying({}), { hash: undefined })).toBe('changed');
    expect(standing('project', trusting(), { hash: undefined })).toBe('unconsented');
  });

  it('is that it approves only where the person said so of that content', () => {
    expect(standing('project', saying({ mayApprove: true }))).toBe('approves');
    expect(standing('project', saying({ mayApprove: true, hash: 'h2' }))).toBe('changed');
  });

  it('is denied where the person said no, whatever becomes of it', () => {
    expect(standing('project', saying({ allowed: false }))).toBe('denied');
    expect(standing('project', saying({ allowed: false, mayApprove: true, hash: 'h2' }))).toBe('denied');
  });

  it('finds no consent in what every object has', () => {
    const found = { scope: 'project', folder: 'constructor', hook } as const;
    expect(standingOf(found, { trust: trusting(), workspace: '/w', hash: 'h1' })).toBe('unconsented');
  });
});

describe('the standing of a hook of the person', () => {
  it('is that it runs without trust or consent, with whatever content', () => {
    expect(standing('user', noTrust)).toBe('runs');
    expect(standing('user', noTrust, { hash: undefined, workspace: undefined })).toBe('runs');
    expect(standing('user', saying({ hash: 'h2' }))).toBe('runs');
  });

  it('is that it approves only with consent to what is there', () => {
    expect(standing('user', saying({ mayApprove: true }))).toBe('approves');
    expect(standing('user', saying({ mayApprove: true, hash: 'h2' }))).toBe('lapsed');
    expect(standing('user', saying({ mayApprove: true }), { hash: undefined })).toBe('lapsed');
    const nothing = saying({ mayApprove: true, hash: '' });
    expect(standing('user', nothing, { hash: undefined })).toBe('lapsed');
  });

  it('is denied where the person said no', () => {
    expect(standing('user', saying({ allowed: false }))).toBe('denied');
  });
});

describe.each(['user', 'project'] as const)('the standing of any hook (%s)', (scope) => {
  it('is disabled where it is switched off, and replaced before that, and invalid before all', () => {
    const trust = { ...saying({}), disabled: [folder] };
    expect(standing(scope, trust)).toBe('disabled');
    expect(standing(scope, trust, { isReplaced: true })).toBe('replaced');
    expect(standingOf({ scope, folder }, { trust, hash: 'h1', isReplaced: true })).toBe('invalid');
  });
});

describe('the standing of a hook with something wrong in its folder', () => {
  const error = { severity: 'error' } as const;
  const warning = { severity: 'warning' } as const;

  it('is that it is not run with an error, if it would be run otherwise', () => {
    expect(standingWith('runs', [warning, error])).toBe('invalid');
    expect(standingWith('approves', [error])).toBe('invalid');
    expect(standingWith('lapsed', [error])).toBe('invalid');
    expect(standingWith('runs', [warning])).toBe('runs');
    expect(standingWith('denied', [error])).toBe('denied');
  });
});
