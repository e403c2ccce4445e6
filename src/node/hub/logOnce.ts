/** A log that says each thing once: what goes wrong every second would fill it. */
export function logOnce(log: (phrase: string) => void): (phrase: string) => void {
  const logged = new Set<string>();
  return (phrase) => {
    if (!logged.has(phrase)) {
      logged.add(phrase);
      log(phrase);
    }
  };
}
