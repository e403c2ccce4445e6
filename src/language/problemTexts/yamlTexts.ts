import type { YamlCode } from '../../core/yaml/problem.ts';
import type { ProblemText } from './problemText.ts';

/** What can be wrong in both kinds of files. The examples are lines of front matter. */
export const yamlTexts: Readonly<Record<YamlCode, ProblemText>> = {
  syntax: {
    level: 'Error or warning',
    what: "The text is not valid YAML. The rest of the file can't be checked until it is.",
    wrong: 'description: Blocks: all of it',
    right: "description: 'Blocks: all of it'",
    fix: 'The message says what is missing. Put a text with a colon and a space, or one that begins with `@`, `*`, `[` or `%`, into single quotes. Indent with spaces, never with tabs.',
  },
  'too-deep': {
    level: 'Error',
    what: 'Lists and mappings are nested deeper than 50 levels.',
    fix: 'Reduce the nesting. No key needs more than five levels.',
  },
  'several-documents': {
    level: 'Error',
    what: 'A second YAML document begins in the file, with `---` or `...`. Only one is read.',
    wrong: 'timeout: 5000\n...\npriority: 10',
    right: 'timeout: 5000\npriority: 10',
    fix: 'Remove the line, or the second document.',
  },
  tag: {
    level: 'Error',
    what: 'A value has a tag, such as `!mine`. Only the plain values of YAML 1.2 are read.',
    wrong: 'metadata: { owner: !team web }',
    right: 'metadata: { owner: web }',
    fix: 'Remove the tag. If the exclamation mark is part of the text, put the text into single quotes.',
  },
  key: {
    level: 'Error',
    what: 'A key is a list, a mapping, an alias, or has a tag.',
    wrong: 'metadata: { [a, b]: web }',
    right: 'metadata: { a: web, b: web }',
    fix: 'Write the key as plain text.',
  },
  'duplicate-key': {
    level: 'Error',
    what: 'A mapping has the same key twice.',
    wrong: 'timeout: 5000\ntimeout: 9000',
    right: 'timeout: 9000',
    fix: 'Remove one of them.',
  },
  'merge-key': {
    level: 'Error',
    what: 'The key `<<` copies keys from elsewhere in older YAML. It is not part of YAML 1.2.',
    wrong: 'metadata: { <<: { owner: web } }',
    right: 'metadata: { owner: web }',
    fix: 'Write the keys out, or use an alias as a whole value.',
  },
  'unknown-alias': {
    level: 'Error',
    what: 'A value begins with `*`, which names an anchor, and there is no such anchor before it.',
    wrong: 'matcher:\n  pattern: *.py',
    right: "matcher:\n  pattern: '.*\\.py'",
    fix: 'Put a text that begins with `*` into single quotes. If you mean an alias, add its anchor, such as `&name`, before it.',
  },
  'alias-cycle': {
    level: 'Error',
    what: 'An alias refers to something that contains it.',
    wrong: 'metadata: &all { all: *all }',
    right: 'metadata: { all: none }',
    fix: 'Write out what the alias stands for.',
  },
  'alias-expansion': {
    level: 'Error',
    what: 'Aliases expand to more than 10,000 values in total.',
    fix: 'Use fewer aliases, or write out what they stand for.',
  },
  'wrong-type': {
    level: 'Error',
    what: 'The value has the wrong type: a number instead of a text, for example, or a text instead of a mapping.',
    wrong: 'matcher: Shell',
    right: 'matcher: { tool: Shell }',
    fix: 'The message says which type is expected. Put a number that is meant as text into quotes.',
  },
  'empty-text': {
    level: 'Error',
    what: 'A text is empty, or has only spaces.',
    wrong: 'description: ""',
    right: 'description: Blocks what destroys data',
    fix: "Write a text, or remove the key if it isn't needed.",
  },
  'unknown-key': {
    level: 'Error',
    what: 'There is no such key here. A misspelled key would have no effect, so the file is not used.',
    wrong: 'timeuot: 5000',
    right: 'timeout: 5000',
    fix: 'Correct the key, or remove it. Put notes for yourself under `metadata` of a hook, or into a comment.',
  },
  name: {
    level: 'Error',
    what: "The name can't be used. The name of a hook has 1 to 64 lowercase letters, digits and hyphens, with no hyphen at either end and no two in a row. Names in a runbook are on one line and have no `/`.",
    wrong: 'name: My Hook',
    right: 'name: my-hook',
    fix: 'Choose another name.',
  },
};
