/**
 * A Markdown link that runs one of our commands; live only where the editor allows that command. `words` are ours,
 * `args` may be foreign: nothing in them ends the link.
 */
export function commandLink(words: string, command: string, args: readonly string[]): string {
  // Half of a surrogate pair cannot be encoded, and names nothing.
  const told = JSON.stringify(args.map((arg) => arg.replace(/\p{Cs}/gu, '\ufffd')));
  const encoded = encodeURIComponent(told).replace(
    /[!'()*]/gu,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `[${words}](command:${command}?${encoded})`;
}
