import { UserError } from './cache/userError.mjs';

/** The commands of `tools/bootstrap.mjs`; each is a file of that name in this folder. */
export const commands = [
  'start',
  'test',
  'check',
  'build',
  'package',
  'beckon',
  'format',
  'screenshots',
  'bench',
  'soak',
  'fuzz',
  'schemas',
];

/** The levels of `npm test`, in the order they run. */
export const levelNames = [
  'check',
  'build',
  'unit',
  'property',
  'replay',
  'programs',
  'node',
  'server',
  'meta',
  'agents',
  'host',
  'window',
];

/** @typedef {{ desktop: boolean, port: number | undefined, help: boolean }} StartOptions */
/** @typedef {{ levels: string[], since: string | undefined, help: boolean }} TestOptions */

const startHelp = `npm start                 opens the demo workspace in a VS Code brought from npm and prints its address
npm start -- --desktop    uses the \`code\` on your PATH instead
npm start -- --port 4000  listens on that port instead of the first free one from 3939`;

const testHelp = `npm test                  runs every level of tests
npm test -- unit host     runs only these levels, of: ${levelNames.join(', ')}
npm test -- host/health   runs only the test files of a level that begin with this
npm test -- --since REV   runs only the tests that your changes since that commit, committed or not, can break`;

/**
 * Reads the options of `npm start`; a mistake is thrown with exit code 2.
 * @param {readonly string[]} args
 * @returns {StartOptions}
 */
export function parseStartOptions(args) {
  /** @type {StartOptions} */
  const options = { desktop: false, port: undefined, help: false };
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === '--desktop') options.desktop = true;
    else if (arg === '--help' || arg === '-h') options.help = true;
    else if (arg === '--port') options.port = parsePort(rest.shift());
    else if (arg.startsWith('--port=')) options.port = parsePort(arg.slice('--port='.length));
    else throw new UserError(`Unknown option "${arg}": npm start knows --desktop, --port N and --help.`, 2);
  }
  if (options.desktop && options.port !== undefined) {
    throw new UserError('--port has no meaning with --desktop, which listens on no port.', 2);
  }
  return options;
}

/**
 * Reads the options of `npm test`; a mistake is thrown with exit code 2.
 * @param {readonly string[]} args
 * @returns {TestOptions}
 */
export function parseTestOptions(args) {
  /** @type {TestOptions} */
  const options = { levels: [], since: undefined, help: false };
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === '--help' || arg === '-h') options.help = true;
    else if (arg === '--since') options.since = parseRevision(rest.shift());
    else if (arg.startsWith('--since=')) options.since = parseRevision(arg.slice('--since='.length));
    else if (arg.startsWith('-'))
      throw new UserError(`Unknown option "${arg}": npm test knows --since REV and --help.`, 2);
    else if (levelNames.includes(arg.split('/')[0] ?? '')) options.levels.push(arg);
    else throw new UserError(`Unknown test level "${arg}": one of ${levelNames.join(', ')} is expected.`, 2);
  }
  if (options.since !== undefined && options.levels.length > 0) {
    throw new UserError('--since chooses the levels itself: use it without naming any.', 2);
  }
  return options;
}

/**
 * Checks what a person typed after the command and returns the help they asked for, if they did.
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {string | undefined}
 */
export function checkOptions(command, args) {
  if (command === 'start') return parseStartOptions(args).help ? startHelp : undefined;
  if (command === 'test') return parseTestOptions(args).help ? testHelp : undefined;
  return undefined;
}

/**
 * Throws a sentence if this command cannot work in a clone that lies there: the runner of the tests takes paths for
 * addresses, in which these characters mean something else.
 * @param {string} command
 * @param {string} clone
 */
export function checkPlace(command, clone) {
  const bad = command === 'test' ? /[#?%]/.exec(clone)?.[0] : undefined;
  if (bad === undefined) return;
  throw new UserError(
    `The tests cannot run in ${clone}, because of the ${bad} in it: move the clone elsewhere.`,
  );
}

/**
 * @param {string | undefined} text
 */
function parsePort(text) {
  const port = Number(text);
  if (text && /^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new UserError(
    `--port needs a number from 1 to 65535${text === undefined ? '' : `, not "${text}"`}.`,
    2,
  );
}

/**
 * @param {string | undefined} text
 */
function parseRevision(text) {
  // One that begins with a dash would be an option of git.
  if (text && !text.startsWith('-')) return text;
  throw new UserError('--since needs a commit to compare with, such as HEAD or origin/main.', 2);
}
