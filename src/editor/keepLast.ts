/** The same function, which remembers its last result and gives it again for the identical arguments. */
export function keepLast<Args extends readonly unknown[], Result>(
  make: (...args: Args) => Result,
): (...args: Args) => Result {
  let last: { readonly args: Args; readonly result: Result } | undefined;
  return (...args) => {
    if (!last?.args.every((arg, at) => arg === args[at])) {
      last = { args, result: make(...args) };
    }
    return last.result;
  };
}
