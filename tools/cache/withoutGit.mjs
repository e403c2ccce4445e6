/**
 * An environment without the variables of git. Inside a hook they name the repository of the hook, and every git
 * that inherits them works on that one, wherever it is started.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {NodeJS.ProcessEnv}
 */
export function withoutGit(env = process.env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^GIT_/i.test(name)));
}
