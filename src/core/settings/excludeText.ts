/** Why git's exclude file is left alone, and what makes git overlook the settings file instead. */
export interface ExcludeRefusal {
  readonly why: string;
  readonly fix: string;
}

/** The refusal as a sentence. */
export function excludeRefusalMessage({ why, fix }: ExcludeRefusal): string {
  return `The file is not hidden from Git, because ${why}: ${fix}.`;
}

/** The line of an exclude file that means exactly one path, given from the top of the repository. */
export function excludeLineFor(path: string): string {
  return `/${path.replaceAll('\\', '\\\\').replaceAll(/[*?[\]]|[ ]$/gu, (sign) => `\\${sign}`)}`;
}

/** Whether an exclude file has a line. */
export function hasExcludeLine(text: string, line: string): boolean {
  return text.split(/\r?\n/u).includes(line);
}

/** Adds a line to an exclude file; `endedLine` says that its last line had no end before. */
export function addExcludeLine(
  text: string,
  line: string,
): { readonly text: string; readonly endedLine: boolean } {
  const endedLine = text !== '' && !text.endsWith('\n');
  return { text: `${text}${endedLine ? '\n' : ''}${line}\n`, endedLine };
}

/** Takes a line out again, at its last place. Text that has no such line stays as it is. */
export function removeExcludeLine(text: string, line: string, endedLine: boolean): string {
  const whole = `\n${text}`;
  const at = Math.max(
    whole.lastIndexOf(`\n${line}\n`),
    whole.endsWith(`\n${line}`) ? whole.length - line.length - 1 : -1,
  );
  if (at < 0) {
    return text;
  }
  const before = whole.slice(1, at + 1);
  const after = whole.slice(at + line.length + 2);
  return endedLine && after === '' ? before.replace(/\n$/u, '') : before + after;
}
