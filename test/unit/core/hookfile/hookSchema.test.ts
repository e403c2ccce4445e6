import { describe, expect, it } from 'vitest';
import { hookSchema } from '../../../../src/core/hookfile/hookSchema.ts';
import { hookTemplates } from '../../../../src/core/hookfile/hookTemplates.ts';
import { parseHook } from '../../../../src/core/hookfile/parseHook.ts';
import { schemaText } from '../../../../src/core/yaml/schemaText.ts';
import { conformanceCases, linesText } from '../../../support/conformance.ts';
import { fitsSchema, matterData, schemaFile } from '../../../support/schemaOf.ts';

interface Given {
  readonly lines?: readonly string[];
  readonly text?: string;
  readonly hooks?: readonly { readonly file?: readonly string[] }[];
}

const fits = fitsSchema('hook');
const least = { name: 'a', description: 'b', trigger: 'before_tool' };

/** Every HOOK.md of the conformance suite. */
const texts = conformanceCases<Given, unknown>('frontmatter')
  .concat(conformanceCases<Given, unknown>('runs'))
  .flatMap(({ input: { lines, text, hooks = [] } }) => [
    ...(lines ? [linesText(lines)] : []),
    ...(text === undefined ? [] : [text]),
    ...hooks.flatMap(({ file }) => (file ? [linesText(file)] : [])),
  ]);

describe('the schema of a hook', () => {
  it('is shipped as it is; `npm run schemas` writes it', () => {
    expect(schemaFile('hook')).toBe(schemaText(hookSchema));
  });

  it('describes every key', () => {
    const { properties, additionalProperties, $schema } = JSON.parse(schemaFile('hook'));
    expect($schema).toBe('http://json-schema.org/draft-07/schema#');
    expect(additionalProperties).toBe(false);
    for (const property of Object.values<{ description: string }>(properties)) {
      expect(property.description.length).toBeGreaterThan(20);
    }
    expect(properties.timeout.default).toBe(30_000);
  });

  it('takes every hook that is read without an error', () => {
    const good = texts.filter((text) => parseHook(text).hook);
    expect(good.length).toBeGreaterThan(60);
    expect(good.filter((text) => !fits(matterData(text)))).toEqual([]);
    for (const { files } of hookTemplates) {
      expect(fits(matterData(files('sample').hook))).toBe(true);
    }
  });

  it.each([
    [{ async: true, async_: 'banana' }],
    [{ async: 'no', async_: [] }],
    [{ async_: 'Yes' }],
    [{ async_: 0 }],
    [{ priority: '0' }],
    [{ priority: ' -000 ' }],
    [{ priority: '+1000' }],
    [{ priority: '00999' }],
    [{ timeout: '100' }],
    [{ timeout: '0100' }],
    [{ timeout: '599999' }],
    [{ timeout: '600000' }],
  ])('takes %j, as it is taken when it is read', (right) => {
    const data = { ...least, ...right };
    expect(parseHook(`---\n${JSON.stringify(data)}\n---\n`).hook).toBeDefined();
    expect(fits(data)).toBe(true);
  });

  it.each([
    ['no name', { name: undefined }],
    ['no description', { description: undefined }],
    ['no trigger', { trigger: undefined }],
    ['a name with capitals', { name: 'No' }],
    ['a name with a blank', { name: 'a b' }],
    ['a name with an underscore', { name: 'a_b' }],
    ['a name with a slash', { name: 'a/b' }],
    ['a name that begins with a hyphen', { name: '-a' }],
    ['a name that ends with a hyphen', { name: 'a-' }],
    ['a name with two hyphens', { name: 'a--b' }],
    ['a name that is too long', { name: 'a'.repeat(65) }],
    ['an empty name', { name: '' }],
    ['a number as a name', { name: 5 }],
    ['a blank description', { description: ' ' }],
    ['a description that is too long', { description: 'a'.repeat(1025) }],
    ['an unknown trigger', { trigger: 'before_tools' }],
    ['an unknown key', { tirgger: 'x' }],
    ['an unknown key of the matcher', { matcher: { tools: 'x' } }],
    ['an empty pattern', { matcher: { pattern: '' } }],
    ['a list as a matcher', { matcher: [] }],
    ['too little time', { timeout: 99 }],
    ['too much time', { timeout: 600_001 }],
    ['half a millisecond', { timeout: 100.5 }],
    ['time in words', { timeout: 'soon' }],
    ['too much priority', { priority: 1001 }],
    ['less than no priority', { priority: -1 }],
    ['maybe', { async: 'maybe' }],
    ['two', { async: 2 }],
    ['maybe in the other name', { async_: 'maybe' }],
    ['five in the other name', { async_: 5 }],
    ['a list in the other name', { async_: [] }],
    ['nothing in the other name', { async_: null }],
    ['too much priority in quotes', { priority: '5000' }],
    ['a little too much priority in quotes', { priority: '1001' }],
    ['less than no priority in quotes', { priority: '-1' }],
    ['too little time in quotes', { timeout: '99' }],
    ['less than no time in quotes', { timeout: '-500' }],
    ['too much time in quotes', { timeout: ' +600001 ' }],
    ['far too much time in quotes', { timeout: '1000000' }],
    ['a list as metadata', { metadata: [] }],
  ])('refuses %s, as it is refused when it is read', (_, wrong) => {
    const data = JSON.parse(JSON.stringify({ ...least, ...wrong }));
    expect(fits(data)).toBe(false);
    expect(parseHook(`---\n${JSON.stringify(data)}\n---\n`).hook).toBeUndefined();
    expect(fits(least)).toBe(true);
  });
});
