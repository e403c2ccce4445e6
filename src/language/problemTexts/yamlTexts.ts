import type { YamlCode } from '../../core/yaml/problem.ts';
import type { ProblemText } from './problemText.ts';

/** What can be wrong in both kinds of files. The examples are lines of front matter. */
export const yamlTexts: Readonly<Record<YamlCode, ProblemText>> = {
  syntax: {
    level: 'Error or warning',
    what: 'The text is not YAML. Nothing else can be told of the file until it is.',
    wrong: 'description: Blocks: all of it',
    right: "description: 'Blocks: all of it'",
    fix: 'The sentence says what is missing. A text with a colon and a blank, or one that begins with a sign such as `@`, `*`, `[` or `%`, goes into single quotes. Lines are indented with spaces, never with tabs.',
  },
  'too-deep': {
    level: 'Error',
    what: 'Lists and mappings are nested deeper than 50 levels.',
    fix: 'Write it flatter. No key of the format needs more than five levels.',
  },
  'several-documents': {
    level: 'Error',
    what: 'A second YAML document begins in the file, with `---` or `...`. Only one is read.',
    wrong: 'timeout: 5000\n...\npriority: 10',
    right: 'timeout: 5000\npriority: 10',
    fix: 'Take the line out, or the second document.',
  },
  tag: {
    level: 'Error',
    what: 'A value has a tag, as `!mine`. Only the plain values of YAML 1.2 are read.',
    wrong: 'metadata: { owner: !team web }',
    right: 'metadata: { owner: web }',
    fix: 'Take the tag out. Where the exclamation mark is a part of the text, put the text into single quotes.',
  },
  key: {
    level: 'Error',
    what: 'A key is a list, a mapping, an alias, or has a tag.',
    wrong: 'metadata: { [a, b]: web }',
    right: 'metadata: { a: web, b: web }',
    fix: 'Write the key as a plain text.',
  },
  'duplicate-key': {
    level: 'Error',
    what: 'A key is there twice in one mapping.',
    wrong: 'timeout: 5000\ntimeout: 9000',
    right: 'timeout: 9000',
    fix: 'Take one of them out.',
  },
  'merge-key': {
    level: 'Error',
    what: 'The key `<<` copies keys from somewhere else in older YAML. It is not a part of YAML 1.2.',
    wrong: 'metadata: { <<: { owner: web } }',
    right: 'metadata: { owner: web }',
    fix: 'Write the keys out, or use an alias as a whole value.',
  },
  'unknown-alias': {
    level: 'Error',
    what: 'A value begins with `*`, which names an anchor, and there is no such anchor before it.',
    wrong: 'matcher:\n  pattern: *.py',
    right: "matcher:\n  pattern: '.*\\.py'",
    fix: 'Put a text that begins with `*` into single quotes. Where an alias is meant, put its anchor, as `&name`, before it.',
  },
  'alias-cycle': {
    level: 'Error',
    what: 'An alias stands for something that it is a part of.',
    wrong: 'metadata: &all { all: *all }',
    right: 'metadata: { all: none }',
    fix: 'Write out what the alias stands for.',
  },
  'alias-expansion': {
    level: 'Error',
    what: 'Aliases stand for more than 10,000 values in all.',
    fix: 'Use fewer aliases, or write out what they stand for.',
  },
  'wrong-type': {
    level: 'Error',
    what: 'A key has another kind of value than it takes: a number where a text is wanted, a text where a mapping is wanted.',
    wrong: 'matcher: Shell',
    right: 'matcher: { tool: Shell }',
    fix: 'The sentence says what is wanted. A number that is meant as a text goes into quotes.',
  },
  'empty-text': {
    level: 'Error',
    what: 'A key that takes a text has an empty one, or only blanks.',
    wrong: 'description: ""',
    right: 'description: Blocks what destroys data',
    fix: 'Write a text, or take the key out where it is not needed.',
  },
  'unknown-key': {
    level: 'Error',
    what: 'There is no such key at this place. A key with a slip in it would have no effect, so the file is not used.',
    wrong: 'timeuot: 5000',
    right: 'timeout: 5000',
    fix: 'Correct the key, or take it out. What is only for you goes under `metadata` of a hook, or into a comment.',
  },
  name: {
    level: 'Error',
    what: 'A name cannot be used. That of a hook has 1 to 64 lower-case letters, digits and hyphens; hyphens stand neither at its ends nor beside each other. Those in a runbook are on one line and have no `/`.',
    wrong: 'name: My Hook',
    right: 'name: my-hook',
    fix: 'Choose another name.',
  },
};
