import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hookTemplates } from '../../../src/core/hookfile/hookTemplates.ts';
import { parseHook } from '../../../src/core/hookfile/parseHook.ts';
import { sampleEvent } from '../../../src/core/hookrun/sampleEvent.ts';
import { spacedJson } from '../../../src/core/hookrun/spacedJson.ts';
import { hooks } from '../../../src/programs/claudeCode/pure/hooks.ts';
import { runProgram } from '../../support/runProgram.ts';
import { HookHouse } from './hookHouse.ts';

let house: HookHouse;
let script: string;
let hookText = '';

beforeAll(() => {
  house = new HookHouse();
  const files = hookTemplates.find(({ id }) => id === 'block-dangerous-commands')?.files('guard');
  hookText = files?.hook ?? '';
  script = house.write(house.at('run.sh'), files?.script ?? '', 0o755);
});
afterAll(() => house.remove());

/** What the guard says of a command that stands among other texts; nothing where it lets it happen. */
async function said(command: unknown, path = process.env.PATH ?? ''): Promise<string> {
  const tool_input = { description: "It's a look at / once more", command, timeout: 1000 };
  const input = `${spacedJson({ event_type: 'before_tool', work_dir: '/w', tool_name: 'Bash', tool_input })}\n`;
  const { code, out, err } = await runProgram(script, [], {
    cwd: house.workspace,
    env: { PATH: path },
    input,
  });
  expect([code, out]).toEqual([err === '' ? 0 : 2, '']);
  return err.trim();
}

describe('block-dangerous-commands', () => {
  it.each([
    'rm -rf /',
    '(rm -rf /)',
    '$(rm -rf /)',
    '`rm -rf /`',
    'echo "$(rm -rf /)"',
    'rm -rf /.',
    'rm -rf //',
    'rm -Rf /',
    'rm -r -f /',
    'rm -f -r /',
    'rm -r\tf /',
    'rm -rf -- /',
    'rm --recursive --force /',
    'rm -rf "/"',
    "rm -rf '/'",
    'rm -rf "/"*',
    'rm -rf build /',
    'rm -rf "a;b" /',
    "rm -rf 'a && b' /",
    "rm -rf it\\'s /",
    'rm / -rf',
    'sudo rm -rf /*',
    'sudo -u root rm -rf /;',
    '/bin/rm -rf /',
    'rm -rf --no-preserve-root /',
    'X=1 rm -rf /',
    'x && rm -rf /',
    'if x; then rm -rf /; fi',
    'find . -exec rm -rf / ;',
    'rm -rf /tmp/x && rm -rf /',
    'rm -rf / >log',
    'rm -rf 2>&1 /',
    'rm -rf ~',
    'rm -rf ~/*',
    'rm -rf "$HOME"',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell reads it.
    'rm -r ${HOME}/',
  ])('blocks %s, which deletes everything', async (command) => {
    expect(await said(command)).toMatch(
      /^Dangerous command blocked: it deletes (?:everything|all of your files)\.$/u,
    );
  });

  it.each([
    ['rm -rf /etc', 'deletes a folder of the system'],
    ['rm -rf /usr/*', 'deletes a folder of the system'],
    ['rm -rf /home', 'deletes a folder of the system'],
    ['rm -rf /home/me', 'deletes all of your files'],
    ['rm -rf /Users/me/', 'deletes all of your files'],
    ['rm -rf /root', 'deletes all of your files'],
    ['rm -rf ~/Documents', 'deletes your documents'],
    ['rm -rf /home/me/.ssh', 'deletes your documents'],
    ['rm -rf "$HOME/Desktop"', 'deletes your documents'],
    ['cd / && rm -rf *', 'deletes everything'],
    ['cd ~; sudo rm -rf ./*', 'deletes all of your files'],
    ['cd && rm -rf .', 'deletes all of your files'],
    ['bash -c "cd /etc; rm -rf *"', 'deletes a folder of the system'],
    ['find / -delete', 'deletes what it finds anywhere'],
    ['find ~ -type f -delete', 'deletes what it finds anywhere'],
    ['wipefs -a /dev/sda', 'erases a disk'],
  ])('blocks %s: it %s', async (command, what) => {
    expect(await said(command)).toBe(`Dangerous command blocked: it ${what}.`);
  });

  it.each([
    'mkfs.ext4 /dev/sda1',
    'mkfs.ext4 /dev/vg0/root',
    'sudo mkfs -t ext4 /dev/sda',
    'mkfs.ext4 "/dev/nvme0n1p1"',
    'dd if=/dev/zero of=/dev/sda',
    'dd bs=1M if=/dev/zero of=/dev/sda',
    'dd if=image.iso of=/dev/sdb bs=4M',
    'cat x | tee /dev/sda',
    'sudo shred -n 1 /dev/sda',
    'echo x > /dev/sda',
    'echo x >/dev/sda',
    'echo x >>/dev/sda',
    'echo x >| /dev/sda',
    '> /dev/sda',
  ])('blocks %s, which overwrites a disk', async (command) => {
    expect(await said(command)).toMatch(/a disk\.$/u);
  });

  it.each([
    '"rm" -rf /',
    "'rm' -rf /",
    'r"m" -rf /',
    '\\rm -rf /',
    'bash -c "rm -rf /"',
    "sh -c 'rm -rf /'",
    'bash -lc "cd / && rm -rf /"',
    'bash -c "bash -c \\"rm -rf /\\""',
    'eval "rm -rf /"',
    "ssh host 'rm -rf /'",
    'ssh -p 22 host "cd /; rm -rf /"',
    'git commit -m "one\n\ntwo" && rm -rf /',
    "cat <<END\ndon't\nEND\nrm -rf /",
    'cd x\nrm -rf /',
    'cd x\nmkfs /dev/sda\n',
    'rm -rf \\\n  /',
    'rm -rf \\\n/',
    'rm \\\r\n  -rf /',
    'rm -rf /\\\n  build',
    'mkfs.ext4 -F \\\n  /dev/sdz',
  ])('is not misled by the quotes and lines of %j', async (command) => {
    expect(await said(command)).not.toBe('');
  });

  it('reads a command that is given as a list of words', async () => {
    expect(await said(['bash', '-lc', 'rm -rf /'])).not.toBe('');
  });

  it.each([
    'rm -rf /tmp/x',
    'rm -rf "/tmp/x"',
    'rm -rf "/ x"',
    'rm -rf ./',
    'rm -rf .',
    'rm -rf a/b',
    'rm -rf build/*',
    'rm -rf ~/x',
    'rm -rf $HOME/build',
    'rm -rf /home/me/project/node_modules',
    'rm -rf /usr/local/lib/x',
    'rm -rf /homework',
    'rm -rf *',
    'cd build && rm -rf *',
    'cd / && ls; cd /tmp/x && rm -rf *',
    'cd /; ls',
    'find . -delete',
    'find / -name x',
    'wipefs /dev/sda',
    'rm -f /tmp/a',
    'rm -r build',
    'rm -r build; ls /',
    'rm -r build && ls /',
    'rm -r build\nls /',
    'rm -r "a" "b"; ls /',
    'rm -r build \\\n  dist\nls /',
    'npm run rm-rf /',
    'rmdir -pr /',
    'docker run --rm -vr / x',
    'ls /',
    'ls -r /',
    'grep -r mkfs docs',
    'grep -r mkfs docs 2> /dev/null',
    'echo mkfs',
    'dd if=a.img of=b.img',
    'echo x > /dev/null',
    'echo x 2>/dev/stderr',
    'mkfs.ext4 disk.img 2>/dev/null',
    'echo x | tee /dev/stderr log',
    'tee /dev/null',
    'shred -u secret.txt',
    'ssh host "ls /"',
    'git commit -m "rm -rf / is bad"',
    "git commit -m 'never rm -rf / again'",
    'echo "rm -rf /"',
  ])('lets %j happen', async (command) => {
    expect(await said(command)).toBe('');
  });

  it.each([
    'rm ',
    'rm -rf /x ',
    ' -c "rm',
    'mkfs.a ',
    '> ',
    ' / /x',
    'rm "',
    '"rm" ',
    "rm 'x ",
    'rm \\\n',
    'ssh x ',
    'x;',
    'a',
  ])('finds a command behind 100,000 characters of %j within its time', async (piece) => {
    const text = piece.repeat(Math.ceil(100_000 / piece.length));
    expect(await said(`${text}!`)).toBe('');
    expect(await said(`${text}; rm -rf /`)).not.toBe('');
  });

  it('shows with its own sample that it blocks', async () => {
    const { hook } = parseHook(hookText);
    const ground = { words: hooks, timestamp: '', workDir: '/w', findsIn: () => true };
    const { tool } = (hook && sampleEvent(hook, ground).event) ?? {};
    expect(await said(Object(tool?.input).command)).toBe('Dangerous command blocked: it deletes everything.');
  });

  it('blocks what is too long to be read in time', async () => {
    expect(await said('x'.repeat(200_001))).toBe('Dangerous command blocked: it is too long to be checked.');
  });

  it('blocks everything where it cannot look', async () => {
    const cat = `#!/bin/sh\nexec /bin/cat "$@"\n`;
    house.write(house.at('bare', 'cat'), cat, 0o755);
    house.write(house.at('bare', 'bash'), '#!/bin/sh\nexec /bin/bash "$@"\n', 0o755);
    expect(await said('ls', house.at('bare'))).toContain('it could not be checked, since awk is missing.');
  });
});
