const { raw } = String;

/** A quote, which has a backslash before it in JSON. */
const quote = raw`\\?["']`;

/** Before a program: where a command begins, or goes on behind sudo and the like. No other quoted text begins with one. */
const before = raw`(?:^|[\s;&|(/\\${'`'}]|(?:-c|eval|:)\s+${quote})`;

/**
 * Between a program and an argument. In JSON a line ends with \n as it is written, and a text before `", "`. It ends at
 * the next of the programs as well: otherwise each of many would be followed to the end of the text.
 */
const between = raw`(?:(?!\b(?:rm|dd|mkfs)[\s.]|\\n|", ")[^;&|\n])*\s`;

/** The root alone, as /, //, /. and /*: what follows ends the word. */
const root = raw`(?:${quote})?/[/.*]*(?=${quote}|[\s;&|<>)}${'`'}]|$)`;

const disk = raw`(?:${quote})?/dev/(?:[shv]d|xvd|nvme|mmc|r?disk|mapper|md|dm)`;

const rootIsRemoved = raw`rm(?=\s)(?=${between}--?\w*[rR])${between}${root}`;
const diskIsMade = raw`(?:mkfs(?:\.\w+)?|dd)(?=\s)${between}(?:if=/dev/zero|(?:of=)?${disk})`;

/**
 * A regular expression for shell commands that could destroy the system: `rm -r` of the root, a new file system on a
 * disk, zeros, and what is written over a disk. The time it takes grows with the text, not faster.
 */
export const dangerousCommands = raw`${before}(?:${rootIsRemoved}|${diskIsMade})|>\|?\s*${disk}`;
