import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { previewSuffix } from '../../src/editor/contributions.ts';
import { repository } from '../support/runProgram.ts';

const { languages, grammars, configurationDefaults } = manifest.contributes;
const names = languages.map(({ id }) => id);

describe('the languages of documents with texts of agents', () => {
  it('are for nothing else', () => {
    const patterns = languages.flatMap(({ filenamePatterns }) => filenamePatterns);
    expect(patterns.filter((pattern) => !/^\*(?:\.\w+)?$/u.test(pattern.replace(previewSuffix, '')))).toEqual(
      [],
    );
    expect(patterns.filter((pattern) => !pattern.endsWith(previewSuffix))).toEqual([]);
    expect(patterns).toContain(`*${previewSuffix}`);
  });

  it('let no link come alive, and save what is typed at once and as it is', () => {
    expect(configurationDefaults).toEqual({
      [names.map((id) => `[${id}]`).join('')]: {
        'editor.links': false,
        'diffEditor.ignoreTrimWhitespace': false,
        'editor.wordWrap': 'on',
        'editor.unicodeHighlight.invisibleCharacters': true,
        'editor.formatOnSave': false,
        'editor.codeActionsOnSave': {},
        'files.autoSave': 'afterDelay',
        'files.autoSaveDelay': 100,
        'files.autoSaveWhenNoErrors': false,
        'files.autoSaveWorkspaceFilesOnly': false,
        'files.insertFinalNewline': false,
        'files.trimFinalNewlines': false,
        'files.trimTrailingWhitespace': false,
      },
    });
  });

  it('look as another language does, and nothing more', () => {
    expect(grammars.map(({ language }) => language)).toEqual(names.slice(1));
    for (const { path, scopeName } of grammars) {
      const grammar = JSON.parse(readFileSync(join(repository, path), 'utf8'));
      expect(grammar).toEqual({
        scopeName,
        patterns: [{ include: expect.stringMatching(/^(?:source|text)\./u) }],
      });
    }
    const files = grammars.map(({ path }) => path.replace('./media/grammars/', ''));
    expect(files.sort()).toEqual(readdirSync(join(repository, 'media', 'grammars')).sort());
  });
});
