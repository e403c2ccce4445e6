import { describe, expect, it } from 'vitest';
import { hookTemplates } from '../../../../src/core/hookfile/hookTemplates.ts';
import { parseHook } from '../../../../src/core/hookfile/parseHook.ts';
import { triggers } from '../../../../src/core/hookfile/triggers.ts';
import { spacedJson } from '../../../../src/core/hookrun/spacedJson.ts';

function patternOf(id: string): string {
  const files = hookTemplates.find((template) => template.id === id)?.files('one');
  return parseHook(files?.hook ?? '').hook?.matcher.pattern ?? '';
}

/** Whether a pattern is found in the text itself, and in the JSON that has the text among others. */
function foundIn(pattern: string, command: string): readonly boolean[] {
  const inputs = [{ command }, { command, description: 'Look at / once more', timeout: 1000 }];
  return [command, ...inputs.map(spacedJson)].map((text) => new RegExp(pattern).test(text));
}

describe('block-dangerous-commands', () => {
  const pattern = patternOf('block-dangerous-commands');

  it.each([
    'rm -rf /',
    '(rm -rf /)',
    '$(rm -rf /)',
    '`rm -rf /`',
    'rm -rf /.',
    'rm -rf //',
    'rm -Rf /',
    'rm -r -f /',
    'rm -f -r /',
    'rm -rf -- /',
    'rm --recursive --force /',
    'rm -rf "/"',
    "rm -rf '/'",
    'rm -rf "/"*',
    'rm -rf build /',
    'rm / -rf',
    'sudo rm -rf /*',
    'sudo -u root rm -rf /;',
    '/bin/rm -rf /',
    'rm -rf --no-preserve-root /',
    'x && rm -rf /',
    'rm -rf /tmp/x && rm -rf /',
    'rm -rf / >log',
    'bash -c "rm -rf /"',
    "sh -c 'rm -rf /'",
    'mkfs.ext4 /dev/sda1',
    'sudo mkfs -t ext4 /dev/sda',
    'mkfs.ext4 "/dev/nvme0n1p1"',
    'dd if=/dev/zero of=/dev/sda',
    'dd bs=1M if=/dev/zero of=/dev/sda',
    'dd if=image.iso of=/dev/sdb bs=4M',
    'echo x > /dev/sda',
    'echo x >/dev/sda',
    'mkfs.ext4 /dev/vg0/root',
    'cat x | tee /dev/sda',
    'sudo shred -n 1 /dev/sda',
    "ssh host 'rm -rf /'",
    '"rm" -rf /',
    "'rm' -rf /",
  ])('finds %s, in a text and in JSON', (command) => {
    expect(foundIn(pattern, command)).toEqual([true, true, true]);
  });

  // What starts a line is found in the text of the tool: in JSON a line ends with the letter n.
  it.each([
    'cd x\nrm -rf /',
    'cd x\nmkfs /dev/sda\n',
    'rm -rf \\\n  /',
    'rm -rf \\\n/',
    'rm \\\r\n  -rf /',
    'rm -rf /\\\n  build',
    'mkfs.ext4 -F \\\n  /dev/sdz',
    'rm -rf "a;b" /',
    "rm -rf 'a && b' /",
    "rm -rf it\\'s /",
  ])('finds %j in a text', (command) => {
    expect(foundIn(pattern, command)[0]).toBe(true);
  });

  it.each([
    'rm -rf /tmp/x',
    'rm -rf "/tmp/x"',
    'rm -rf ./',
    'rm -rf .',
    'rm -rf a/b',
    'rm -rf build/*',
    'rm -f /tmp/a',
    'rm -r build',
    'rm -r build; ls /',
    'rm -r build && ls /',
    'rm -r build\nls /',
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
    'shred -u secret.txt',
    'rm -r "a" "b"; ls /',
    'rm -r build \\\n  dist\nls /',
    'tee /dev/null',
    'ssh host "ls /"',
    // A text that begins with the command is none. One that has it in its middle is taken for one: who knows?
    'git commit -m "rm -rf / is bad"',
    "git commit -m 'rm -rf / is bad'",
  ])('does not find %j', (command) => {
    expect(foundIn(pattern, command)).toEqual([false, false, false]);
  });

  it.each([
    'rm ',
    'rm -r ',
    'rm -rf /x ',
    ' -c "rm',
    'mkfs ',
    'mkfs.a',
    'mkfs.a ',
    'dd ',
    '> ',
    ': "',
    ' / /x',
    'rm "',
    '"rm" ',
    "rm 'x ",
    'rm \\\n',
    'rm \\',
    'ssh x ',
    'tee "a" ',
  ])('takes a time that grows with a text of %j, not faster', (piece) => {
    // With all of it looked at from each piece, this would take longer than a test may.
    const text = piece.repeat(Math.ceil(100_000 / piece.length));
    expect(new RegExp(pattern).test(`${text}!`)).toBe(false);
    expect(new RegExp(pattern).test(`${text}; rm -rf /`)).toBe(true);
  });
});

describe.each(hookTemplates)('the pattern $id', ({ files }) => {
  const { hook, problems } = parseHook(files('one').hook);

  it('has nothing wrong with it', () => {
    expect(problems).toEqual([]);
  });

  it('names its trigger as the format does now', () => {
    expect(triggers.map(({ current }) => current)).toContain(hook?.eventType);
  });

  it('has a script that can be run, and reads its event', () => {
    expect(files('one').script).toMatch(/^#!\/usr\/bin\/env bash\n(?:#.*\n)*event=\$\(cat\)\n/u);
  });
});
