import { lastCommand } from './lastCommand.ts';
import { programWord } from './programWord.ts';

/** Words that only a shell reads: behind the end of a compound command, or in an open one, no argument can stand. */
const reserved: ReadonlySet<string> = new Set([
  ...['if', 'then', 'elif', 'else', 'fi', 'for', 'while', 'until', 'select', 'do', 'done'],
  // It has the shell read its arguments once more.
  ...['case', 'esac', 'function', '{', '}', 'eval'],
]);

/**
 * Whether words written behind a command are arguments of its last program. They are not behind a comment, an open quote,
 * a document in place, an operator, a compound command, or where there is no program yet, as behind `FOO=1`: there a shell
 * would read them as something else, or run them. A NUL is in no command.
 */
export function takesArguments(command: string): boolean {
  const text = command.trim();
  const words = (text.includes('\0') ? undefined : lastCommand(text)) ?? [];
  return programWord(words) !== undefined && !reserved.has(words[0]?.bare ?? '');
}
