import { describe, expect, it } from 'vitest';
import { parseTrustedFolders } from '../../../../src/programs/copilotCli/pure/configFiles.ts';
import { settings } from '../../../../src/programs/copilotCli/pure/settings.ts';
import { parseTitle } from '../../../../src/programs/copilotCli/pure/title.ts';

describe('the files of Copilot CLI', () => {
  it.each([
    ['id: 1\nname: Fix the build\nuser_named: true\n', 'Fix the build'],
    ['name: "Fix: the build"\n', 'Fix: the build'],
    ["name: 'Fix'\n", undefined],
    ['name: |-\n  Fix\n', undefined],
    ['name:\n', undefined],
    ['name: "Fix\n', undefined],
    ['', undefined],
  ])('tell the title: %j', (yaml, title) => {
    expect(parseTitle(yaml)).toBe(title);
  });

  it.each([
    ['// managed\n{ "trustedFolders": ["/w", 7] }', ['/w']],
    ['{}', []],
    ['[]', undefined],
    ['{ "trusted', []],
  ])('tell which folders are trusted: %j', (config, folders) => {
    expect(parseTrustedFolders(config)).toEqual(folders);
  });

  it('have entries that deny nothing where the relay is gone, whatever its path is', () => {
    const wanted = settings.wanted('user', "/home/o'neil/.beckon/bin/copilot-cli");
    const { hooks } = JSON.parse(wanted.kind === 'ownFile' ? wanted.text : '');
    const [{ bash, ...rest }] = hooks.preToolUse;
    const quoted = String.raw`'/home/o'\''neil/.beckon/bin/copilot-cli'`;
    expect(bash).toBe(`[ ! -x ${quoted} ] || exec ${quoted} preToolUse`);
    expect(rest).toEqual({ type: 'command', timeoutSec: 660 });
  });
});
