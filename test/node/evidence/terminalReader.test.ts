import { type IPty, spawn } from '@lydell/node-pty';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { notReadBy, parseTtyPs, parseTtyStat } from '../../../src/node/evidence/terminalReader.ts';
import { hangMs } from '../../support/hangMs.ts';
import { Sleeper, until } from '../programs/claudeCode/support.ts';

const open: IPty[] = [];
afterEach(() => {
  for (const pty of open.splice(0)) {
    pty.kill('SIGKILL');
  }
});

/** A person's shell in a terminal; what is typed there, and waited for. */
function shell() {
  const pty = spawn('/bin/bash', ['--norc', '--noprofile', '-i'], { cols: 200 });
  open.push(pty);
  let shown = '';
  pty.onData((text) => {
    shown += text;
  });
  const sees = async (what: RegExp): Promise<string> => {
    await until(() => what.test(shown), true);
    return what.exec(shown)?.[1] ?? '';
  };
  return {
    pid: pty.pid,
    type: (text: string) => pty.write(text),
    sees,
    /** Runs an agent that tells its process, and then does this. */
    agent: async (does: string, after = '') => {
      pty.write(`sh -c 'echo pid=$$; ${does}'${after}\r`);
      return Number(await sees(/pid=(\d+)\r/u));
    },
  };
}

const listens = 'while read line; do echo "said:$line"; done';

describe('what is typed into the terminal of a shell', () => {
  it('is read by an agent in front, not by one that is suspended, and again when that is back', async () => {
    const own = shell();
    const agent = await own.agent(listens);
    expect(await notReadBy(agent, own.pid)).toBeUndefined();
    own.type('\u001a');
    await own.sees(/(Stopped)/u);
    expect(await notReadBy(agent, own.pid)).toBe('behind');
    own.type('fg\r');
    await own.sees(/\bfg\b.*?(sh -c)/su);
    own.type('hello\r');
    await own.sees(/(said:hello)/u);
    expect(await notReadBy(agent, own.pid)).toBeUndefined();
  });

  it('is not read by an agent that somebody stopped in front', async () => {
    const own = shell();
    // The shell has no jobs of its own, so nobody takes the terminal from the agent.
    own.type('set +m\r');
    const agent = await own.agent(listens);
    expect(await notReadBy(agent, own.pid)).toBeUndefined();
    process.kill(agent, 'SIGSTOP');
    // It would not hear that its terminal is closed.
    onTestFinished(() => void process.kill(agent, 'SIGKILL'));
    await expect.poll(() => notReadBy(agent, own.pid), { timeout: hangMs }).toBe('behind');
  });

  it('is not read by an agent in the background', async () => {
    const own = shell();
    const agent = await own.agent('exec sleep 600', ' &');
    expect(await notReadBy(agent, own.pid)).toBe('behind');
  });

  it('is not read by an agent that opened a program there, which only Linux tells', async () => {
    const own = shell();
    const agent = await own.agent(`sh -c "echo editor=\\$\\$; read line"; ${listens}`);
    await own.sees(/(editor=\d+)/u);
    expect(await notReadBy(agent, own.pid)).toBe(process.platform === 'linux' ? 'covered' : undefined);
    own.type('over\rhello\r');
    await own.sees(/(said:hello)/u);
    expect(await notReadBy(agent, own.pid)).toBeUndefined();
  });

  it('is read by an agent that is just starting a tool, which still has the input of the agent', async () => {
    const own = shell();
    // A part in parentheses is a copy of the shell until it runs a program.
    const agent = await own.agent(`exec 3<&0; (echo copy=1; read never) <&3 & ${listens}`);
    await own.sees(/(copy=\d+)/u);
    expect(await notReadBy(agent, own.pid)).toBeUndefined();
  });

  it('is read by an agent whose tools and servers have other inputs', async () => {
    const own = shell();
    const agent = await own.agent(`sleep 600 </dev/null & : | sleep 600 & ${listens}`);
    own.type('hello\r');
    await own.sees(/(said:hello)/u);
    expect(await notReadBy(agent, own.pid)).toBeUndefined();
  });

  it('is not read by an agent with another terminal, or with none, or that is gone', async () => {
    const [own, other] = [shell(), shell()];
    const agent = await other.agent(listens);
    expect(await notReadBy(agent, own.pid)).toBe('elsewhere');
    const sleeper = new Sleeper();
    expect(await notReadBy(sleeper.pid, own.pid)).toBe('elsewhere');
    expect(await notReadBy(sleeper.pid, sleeper.pid)).toBe('elsewhere');
    await sleeper.kill();
    expect(await notReadBy(sleeper.pid, own.pid)).toBe('elsewhere');
    expect(await notReadBy(agent, sleeper.pid)).toBe('elsewhere');
  });
});

describe('what the system tells of a terminal', () => {
  it('is read from /proc, whatever the program is called', () => {
    expect(parseTtyStat(7, '7 (a) T 1 (b) S 6 42 5 34816 40 4194304 1')).toEqual({
      pid: 7,
      tty: '34816',
      group: 42,
      foreground: 40,
      isStopped: false,
    });
    expect(parseTtyStat(7, '7 (vi) T 6 42 5 0 -1 4194304 1')).toEqual({
      pid: 7,
      group: 42,
      foreground: -1,
      isStopped: true,
    });
  });

  it('is read from ps', () => {
    const table = ' 501   501   777 T+   ttys001\n  502 502 0 Ss ??\n503 503 503 S+ ttys002\n\n';
    expect(parseTtyPs(table)).toEqual([
      { pid: 501, tty: 'ttys001', group: 501, foreground: 777, isStopped: true },
      { pid: 502, group: 502, foreground: 0, isStopped: false },
      { pid: 503, tty: 'ttys002', group: 503, foreground: 503, isStopped: false },
    ]);
  });
});
