import { describe, expect, it, vi } from 'vitest';
import { programs } from '../../support/programs.ts';

vi.stubGlobal('BECKON_VERSION', '9.9.9');
const { runBeckon } = await import('../../../src/cli/runBeckon.ts');

async function run(...args: string[]) {
  const lines = { out: [] as string[], err: [] as string[] };
  const code = await runBeckon(args, {
    out: (line) => lines.out.push(line),
    err: (line) => lines.err.push(line),
    cwd: '/w',
    env: { HOME: '/nowhere' },
    ppid: 1,
    programs,
    input: () => Promise.resolve(''),
    stopped: () => Promise.resolve('SIGTERM'),
  });
  return { code, ...lines };
}

describe('the command line', () => {
  it.each([['--help'], ['-h'], ['help'], []])('%s prints the help', async (...args) => {
    const { code, out } = await run(...args);
    expect(code).toBe(0);
    expect(out.join()).toContain('beckon demo');
  });

  it.each(['--help', '-h'])('demo %s prints how to call it', async (option) => {
    const { code, out } = await run('demo', option);
    expect([code, out.join()]).toEqual([0, expect.stringContaining('--json')]);
  });

  it('names every event that can be emitted', async () => {
    const { out } = await run('--help');
    expect(out.join()).toContain('agent:working|agent:idle|agent:prompt|agent:gone|agent:signal');
  });

  it('prints its version', async () => {
    expect(await run('--version')).toEqual({ code: 0, out: ['9.9.9'], err: [] });
  });

  it('names an unknown command and exits 2', async () => {
    expect(await run('dmeo')).toEqual({
      code: 2,
      out: [],
      err: ["beckon: unknown command 'dmeo'; 'beckon --help' lists them"],
    });
  });

  it('names an unknown option of the demo and exits 2', async () => {
    const { code, err } = await run('demo', '--fsat');
    expect([code, err]).toEqual([2, ["beckon demo: unknown option '--fsat'; it takes --fast and --json"]]);
  });
});

describe('beckon demo --fast', () => {
  it('plays one that finishes, one that needs permission, one that asks, and one that dies', async () => {
    const { code, out } = await run('demo', '--fast');
    const last = (name: string) => out.filter((line) => line.includes(name)).at(-1);
    expect(code).toBe(0);
    expect(last('Refactor billing')).toMatch(/idle$/);
    expect(last('Fix flaky login test')).toMatch(/needs you · Bash npm run e2e$/);
    expect(last('Write migration guide')).toMatch(/needs you · question Which package manager/);
    expect(last('Port to pnpm')).toMatch(/died · exit 137$/);
    expect(out.at(-1)).toContain('Beckon: 2 need you, 1 idle.');
  });

  it('tells the same as agent: events with --json', async () => {
    const { out } = await run('demo', '--fast', '--json');
    const events = out.map((line) => JSON.parse(line));
    expect(events[0]).toMatchObject({ at: 400, type: 'agent:working', agent_id: 'claude-code:demo-cli-1' });
    expect(
      events.filter(({ type }) => type === 'agent:prompt').map(({ prompt_type }) => prompt_type),
    ).toEqual(['permission', 'question']);
    expect(events).toContainEqual({
      at: 4800,
      type: 'agent:exited',
      agent_id: 'claude-code:demo-cli-4',
      exit_code: 137,
    });
  });

  it('calls every agent by its name from the start', async () => {
    const { out } = await run('demo', '--fast');
    expect(out.filter((line) => line.includes('demo-cli'))).toEqual([]);
  });

  it('says the same twice', async () => {
    expect(await run('demo', '--fast')).toEqual(await run('demo', '--fast'));
  });
});
