import { describe, expect, it } from 'vitest';
import type { HealthName, HealthState } from '../../../../src/core/settings/healthFacts.ts';
import type { HealthInput } from '../../../../src/core/view/healthView.ts';
import {
  hasEntries,
  healthPrompt,
  healthView,
  isNotInstalled,
  leftToDo,
  lossStep,
} from '../../../../src/core/view/healthView.ts';
import type { FolderHealth } from '../../../../src/core/view/healthWords.ts';
import {
  askedFirstWords,
  fileWords,
  folderNames,
  harmlessText,
  sentenceOf,
  setUpWords,
  setupQuestion,
} from '../../../../src/core/view/healthWords.ts';

const home = '/home/ada';
const path = '/home/ada/work/a-p+i (1)';
const file = `${path}/.claude/settings.local.json`;

const finding = (name: HealthName, more: Partial<HealthState> = {}): HealthState => ({
  name,
  message: `${file} has lost the entries of Beckon.`,
  fix: 'beckon install',
  ...more,
});
const claude = { id: 'claude-code', name: 'Claude Code' };
const codex = { id: 'codex', name: 'Codex' };
const folder = (findings: readonly HealthState[], name = 'api', program = claude): FolderHealth => ({
  name,
  folder: name === 'api' ? path : `/home/ada/work/${name}`,
  program,
  file,
  findings,
});
/** A file that cannot be read, in which no install ever put anything. */
const unread = finding('unreadable', { neverWritten: true });
const view = (...folders: readonly FolderHealth[]) => healthView({ trusted: true, folders, home });

describe('the state of a window without agents', () => {
  it.each<[string, Partial<HealthInput>]>([
    ['restricted', { trusted: false, folders: [folder([])] }],
    ['noFolder', { folders: [] }],
    ['notInstalled', { folders: [folder([]), folder([finding('not-installed')], 'web')] }],
    ['unhealthy', { folders: [folder([finding('lost')])] }],
    ['unhealthy', { folders: [folder([finding('not-installed')]), folder([finding('lost')], 'web')] }],
    ['notInstalled', { folders: [folder([finding('not-installed'), finding('disableAllHooks')])] }],
    ['notInstalled', { folders: [folder([finding('not-installed'), finding('relay-missing')])] }],
    ['notInstalled', { folders: [folder([unread])] }],
    ['notInstalled', { folders: [folder([finding('not-installed')]), folder([unread], 'api', codex)] }],
    ['unhealthy', { folders: [folder([finding('not-installed')]), folder([finding('unreadable')])] }],
    ['nothingRunning', { folders: [folder([]), folder([unread], 'api', codex)] }],
    ['nothingRunning', { folders: [folder([])] }],
    ['nothingRunning', { folders: [folder([finding('untrusted-folder')])] }],
  ])('is %s with %j', (state, input) => {
    const shown = healthView({ trusted: true, folders: [], home, ...input });
    expect(shown.state).toBe(state);
    expect(shown.healthy).toBe(state !== 'unhealthy');
    expect(shown.rows).not.toEqual([]);
    expect(shown.words).toMatch(/^\S.*\.(?: \(\+\d+ more\))?$/u);
  });

  it.each<[HealthName, boolean]>([
    ['lost', false],
    ['edited', false],
    ['disableAllHooks', false],
    ['managed-only', false],
    ['unreadable', false],
    ['unknown-event', false],
    ['relay-missing', false],
    ['other-home', false],
    ['outdated', true],
    ['program-missing', true],
    ['untrusted-folder', true],
    ['tracked-file', true],
    ['not-excluded', true],
    ['exclude-refused', true],
    ['foreign-link', false],
    ['not-ours', false],
    ['unreviewed', false],
    ['not-installed', true],
  ])('with the finding %s has nothing to say by itself: %s', (name, healthy) => {
    expect(view(folder([finding(name)])).healthy).toBe(healthy);
  });

  it('says the first problem, how many more there are, and how to fix it', () => {
    const { words, repair } = view(
      folder([finding('untrusted-folder'), finding('lost')]),
      folder([finding('edited', { message: 'x.' })], 'web'),
    );
    expect(words).toBe('api/.claude/settings.local.json has lost the entries of Beckon. (+1 more)');
    expect(repair).toMatchObject({ label: 'api · Claude Code: entries are gone', fix: 'Repair' });
  });

  it('says whether Claude Code was found', () => {
    const missing = finding('program-missing');
    expect(view(folder([])).noProgram).toBe(false);
    expect(view(folder([missing]))).toMatchObject({ state: 'nothingRunning', noProgram: true });
    expect(view(folder([missing, finding('not-installed')]))).toMatchObject({
      state: 'notInstalled',
      noProgram: true,
    });
  });

  it('says which folders are not set up', () => {
    const missing = [finding('not-installed')];
    const { words, repair } = view(folder(missing, 'api'), folder([], 'docs'), folder(missing, 'web'));
    expect(words).toBe('Beckon is not set up in "api" and "web".');
    expect(repair?.repair).toEqual({ do: 'install', folder: path, program: 'claude-code' });
  });
});

describe('several programs in one folder', () => {
  const missing = finding('not-installed');

  it('are set up at once where none is, and said so in one line', () => {
    const { state, words, repair, rows } = view(folder([missing]), folder([missing], 'api', codex));
    expect([state, words]).toEqual(['notInstalled', 'Beckon is not set up in "api".']);
    expect(repair?.repair).toEqual({ do: 'install', folder: path });
    expect(rows.map(({ label, sentence }) => [label, sentence])).toEqual([
      ['api: not set up', 'There are no entries of Beckon for Claude Code and Codex.'],
    ]);
  });

  it('are a folder that is set up where one of them is; the other is a hint', () => {
    const { state, healthy, rows } = view(folder([]), folder([missing], 'api', codex));
    expect([state, healthy]).toEqual(['nothingRunning', true]);
    expect(rows.map(({ label, weight }) => [label, weight])).toEqual([
      ['api · Claude Code: connected', 'well'],
      ['api · Codex: not set up', 'hint'],
    ]);
    expect(rows[1]?.repair).toEqual({ do: 'install', folder: path, program: 'codex' });
  });

  it('need one set-up also where the file of one cannot be read, which is a hint until then', () => {
    const { rows } = view(folder([missing]), folder([unread], 'api', codex));
    expect(rows.map(({ label, weight }) => [label, weight])).toEqual([
      ['api: not set up', 'hint'],
      ["api · Codex: settings can't be read", 'hint'],
    ]);
    expect(rows[0]?.repair).toEqual({ do: 'install', folder: path });
  });

  it('each have findings and repairs of their own', () => {
    const { rows, words } = view(folder([finding('lost')]), folder([finding('lost')], 'api', codex));
    expect(rows.map(({ repair }) => repair)).toEqual([
      { do: 'repair', folder: path, program: 'claude-code' },
      { do: 'repair', folder: path, program: 'codex' },
    ]);
    expect(words).toMatch(/\(\+1 more\)$/u);
  });

  it('are all missing before it is said that there is none', () => {
    const gone = finding('program-missing');
    expect(view(folder([gone]), folder([], 'api', codex)).noProgram).toBe(false);
    expect(view(folder([gone]), folder([gone], 'api', codex)).noProgram).toBe(true);
  });
});

describe('what is left to do after a set-up', () => {
  const off = finding('disableAllHooks', { message: `${file} switches all hooks off.`, at: { file } });
  const untrusted = finding('untrusted-folder', { message: 'x.' });

  it('is nothing where every folder is well', () => {
    expect(leftToDo(view(folder([]), folder([], 'web')))).toBeUndefined();
  });

  it('is the problem of one folder, though the other is well, with its fix', () => {
    const left = leftToDo(view(folder([], 'web'), folder([untrusted, off])));
    expect(left?.words).toBe('api/.claude/settings.local.json switches all hooks off.');
    expect(left?.row).toMatchObject({ weight: 'problem', fix: 'Open File', repair: { do: 'open', file } });
  });

  it('is a hint where there is no problem, and says how many more there are', () => {
    const left = leftToDo(view(folder([untrusted, finding('not-excluded')])));
    expect(left?.words).toBe('x. (+1 more)');
    expect(left?.row).toMatchObject({ weight: 'hint', fix: 'Start Claude Code' });
  });
});

describe('the lines of health', () => {
  it('name the file with the entries of a folder that is well', () => {
    expect(view(folder([])).rows).toEqual([
      {
        weight: 'well',
        label: 'api · Claude Code: connected',
        fix: 'Open File',
        sentence: 'The entries are in api/.claude/settings.local.json.',
        repair: { do: 'open', file },
      },
    ]);
  });

  it.each<[HealthName, string]>([
    ['program-missing', 'getProgram'],
    ['not-installed', 'install'],
    ['lost', 'repair'],
    ['edited', 'repair'],
    ['outdated', 'repair'],
    ['relay-missing', 'repair'],
    ['not-excluded', 'repair'],
    ['unknown-event', 'repair'],
    ['untrusted-folder', 'startProgram'],
    ['managed-only', 'explain'],
    ['other-home', 'explain'],
    ['tracked-file', 'explain'],
    ['exclude-refused', 'explain'],
    ['foreign-link', 'explain'],
    ['not-ours', 'explain'],
    ['unreviewed', 'startProgram'],
  ])('fix %s by %s', (name, expected) => {
    const [row] = view(folder([finding(name)])).rows;
    expect(row?.repair.do).toBe(expected);
  });

  it('open the file that has to be fixed by hand, at the place', () => {
    const at = { file: '/s.json', line: 3, column: 7 };
    const [row] = view(folder([finding('unreadable', { at })])).rows;
    expect(row).toMatchObject({ fix: 'Open File', repair: { do: 'open', ...at } });
    const [theirs] = view(folder([finding('unknown-event', { at: { file: '/s.json' } })])).rows;
    expect(theirs?.repair).toEqual({ do: 'open', file: '/s.json' });
    const [pipe] = view(folder([finding('unreadable')])).rows;
    expect(pipe?.repair).toMatchObject({ do: 'explain', command: 'beckon install' });
  });

  it('say once what is the same for several folders', () => {
    const off = finding('disableAllHooks', {
      message: `${home}/s.json switches all hooks off.`,
      at: { file: '/s' },
    });
    const { rows, words } = view(folder([off]), folder([off], 'web'), folder([], 'docs'));
    expect(rows.map(({ label }) => label)).toEqual([
      'api, web · Claude Code: hooks are switched off',
      'docs · Claude Code: connected',
    ]);
    expect(words).toBe('~/s.json switches all hooks off.');
  });

  it('ask for an issue only where there is one', () => {
    expect(healthPrompt(view(folder([])).rows)).toBe('All is well. Select a folder to open its settings');
    expect(healthPrompt(view(folder([]), folder([finding('lost')], 'web')).rows)).toBe(
      'Select an issue to fix it',
    );
  });

  it('say nothing of a folder that is not set up but what stays when it is', () => {
    const all = [
      'program-missing',
      'not-installed',
      'relay-missing',
      'untrusted-folder',
      'disableAllHooks',
    ] as const;
    const { rows } = view(folder(all.map((name) => finding(name))));
    expect(rows.map(({ label }) => label)).toEqual([
      'api · Claude Code: not found',
      'api · Claude Code: not set up',
      'api · Claude Code: hooks are switched off',
    ]);
  });

  it('let no link or icon come alive that somebody hid in a name or a settings file', () => {
    const evil = 'a$(zap) [b](command:x)\nc\u202e';
    const { rows, words } = view(folder([finding('lost', { message: `${evil}.` })], evil));
    const shown = `${rows.map(({ label, sentence }) => label + sentence).join('')}${words}`;
    expect(shown).not.toMatch(/\$\(|\]\(|[\n\u202e]/u);
    expect(harmlessText('$$(zap)]](x')).not.toMatch(/\$\(|\]\(/u);
  });
});

describe('the words of health', () => {
  it('call files from their folder, or from home', () => {
    const named = { name: 'api', folder: path };
    expect(fileWords(file, named, home)).toBe('api/.claude/settings.local.json');
    expect(fileWords(`${home}/.claude/settings.json`, named, home)).toBe('~/.claude/settings.json');
    expect(fileWords('/etc/x.json', named, home)).toBe('/etc/x.json');
    expect(fileWords(`${path}2/x.json`, named, home)).toBe('~/work/a-p+i (1)2/x.json');
    expect(sentenceOf(`${file} and ${file}.`, { name: '$&', folder: path }, '')).toBe(
      '$&/.claude/settings.local.json and $&/.claude/settings.local.json.',
    );
  });

  it('name some folders, and count the rest', () => {
    expect(folderNames(['api'])).toBe('"api"');
    expect(folderNames(['api', 'web'])).toBe('"api" and "web"');
    expect(folderNames(['api', 'web', 'docs', 'e2e'])).toBe('"api", "web" and 2 more');
  });

  it('tell a loss from a folder that was never set up', () => {
    expect([lossStep(folder([finding('lost')])), lossStep(folder([finding('edited')]))]).toEqual([
      'tell',
      'tell',
    ]);
    expect([lossStep(folder([finding('outdated')])), lossStep(folder([]))]).toEqual(['forget', 'forget']);
    expect(isNotInstalled(folder([finding('not-installed')]))).toBe(true);
    expect(isNotInstalled(folder([finding('lost')]))).toBe(false);
  });

  it('neither tell nor forget a loss while the file cannot be read', () => {
    expect(lossStep(folder([finding('unreadable')]))).toBe('wait');
  });
});

describe('the lines of a folder that no program is set up in', () => {
  const labels = (...names: readonly HealthName[]) =>
    view(
      ...[claude, codex].map((one) =>
        folder(
          names.map((name) => finding(name)),
          'api',
          one,
        ),
      ),
    ).rows.map(({ label }) => label);

  it('begin with the set-up where there are programs, and with the programs where there are none', () => {
    expect(labels('not-installed')).toEqual(['api: not set up']);
    expect(labels('program-missing', 'not-installed')).toEqual([
      'api · Claude Code: not found',
      'api · Codex: not found',
      'api: not set up',
    ]);
  });
});

describe('what came of a set-up', () => {
  const leftAlone = (name: string) => ({ ...folder([], name, codex), why: 'x/s.json:1:3 has no end' });

  it('is said of the folders where all of it was done', () => {
    expect(setUpWords([folder([]), folder([], 'api', codex), folder([], 'web')], [])).toBe(
      'Beckon is set up for "api" and "web".',
    );
  });

  it('is said of each program where a file was left alone, with its folder where there are several', () => {
    const qwen = folder([], 'api', { id: 'qwen', name: 'Qwen' });
    expect(setUpWords([folder([]), qwen], [leftAlone('api')])).toBe(
      'Beckon is set up for Claude Code and Qwen. Codex was not: x/s.json:1:3 has no end.',
    );
    expect(setUpWords([folder([])], [leftAlone('web')])).toBe(
      'Beckon is set up for Claude Code in "api". Codex in "web" was not: x/s.json:1:3 has no end.',
    );
  });
});

describe('the programs that wait for an answer', () => {
  it('are said to ask here first, one or several', () => {
    expect(askedFirstWords(['Codex'], 20)).toBe(
      'What Codex asks is shown in VS Code first, for up to 20 seconds; then its terminal asks.',
    );
    expect(askedFirstWords(['Qwen Code', 'Codex'], 20)).toBe(
      'What Qwen Code and Codex ask is shown in VS Code first, for up to 20 seconds; then their terminals ask.',
    );
  });
});

describe('the question about entries', () => {
  it('names the programs that were found, and takes none for the one that is meant where none was', () => {
    const ask = (...names: readonly HealthName[]) =>
      setupQuestion(
        [claude, codex].map((one) =>
          folder(
            names.map((name) => finding(name)),
            'api',
            one,
          ),
        ),
      );
    expect(ask('not-installed')).toBe(
      'Let Beckon tell you when an agent in "api" needs you? It adds entries to the settings of Claude Code and Codex; you see every line first.',
    );
    expect(ask('not-installed', 'program-missing')).toBe(
      'Let Beckon tell you when an agent in "api" needs you? No agent program was found on this machine: choose among Claude Code and Codex; you see every line first.',
    );
  });
});

describe('a folder', () => {
  it.each<[boolean, readonly HealthName[]]>([
    [true, []],
    [true, ['lost']],
    [false, ['not-installed', 'relay-missing']],
    [false, ['unreadable']],
  ])('has entries: %s, where this is found: %s', (has, names) => {
    expect(hasEntries(folder(names.map((name) => finding(name))))).toBe(has);
  });
});
