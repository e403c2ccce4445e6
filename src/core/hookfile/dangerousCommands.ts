const { raw } = String;

/** A quote, which has a backslash before it in JSON. */
const quote = raw`\\?["']`;

/** Before a program: where a command begins, or goes on behind sudo and the like. No other quoted text begins with one. */
const before = raw`(?:^|[\s;&|(/\\${'`'}]|(?:-c|eval|:|\bssh\s+\S+)\s+${quote})`;

/** A program by its name, which may be in quotes. */
const program = (name: string) => raw`(?:${name}|${quote}${name}${quote})(?=\s)`;

/** The end of a line on which the command goes on. */
const nextLine = raw`\\\r?\n`;

/**
 * What a command ends at. In JSON a line ends with \n as it is written, and a text before `", "`. It ends at the next of
 * the programs as well: otherwise each of many would be followed to the end of the text.
 */
const end = raw`["'\\]*\b(?:rm|dd|mkfs|tee|shred)["'\\]{0,2}[\s.]|\\n|", "`;

/** Between a program and an argument: nothing but other arguments. In quotes they may have what else ends a command. */
const between = raw`(?:(?!${end})(?:\\(?:\r\n|[^])|"[^"\n]*"|'[^'\n]*'|[^;&|\n"'\\]))*(?:\s|${nextLine})`;

/** The root alone, as /, //, /. and /*: what follows ends the word. */
const root = raw`(?:${quote})?/[/.*]*(?=${quote}|[\s;&|<>)}${'`'}]|${nextLine}|$)`;

const disk = raw`(?:${quote})?/dev/(?:[shv]d|xvd|nvme|mmc|r?disk|mapper|md|dm)`;
const device = raw`(?:${quote})?/dev/(?!null|std|tty|fd)`;

const rootIsRemoved = raw`${program('rm')}(?=${between}--?\w*[rR])${between}${root}`;
const diskIsMade = raw`${program(raw`(?:mkfs(?:\.\w+)?|shred)`)}${between}${device}`;
const diskIsWritten = raw`${program('(?:dd|tee)')}${between}(?:if=/dev/zero|(?:of=)?${disk})`;

/**
 * A regular expression for shell commands that could destroy the system: `rm -r` of the root, a new file system on a
 * disk, zeros, and what is written over a disk. The time it takes grows with the text, not faster.
 */
export const dangerousCommands = raw`${before}(?:${rootIsRemoved}|${diskIsMade}|${diskIsWritten})|>\|?\s*${disk}`;
