/** How much older than the last that was heard an event can be that only arrives late. */
const lateMs = 60_000;

/** Whether the clock was set back since `before`, if what is heard now happened at `at`. */
export function isSetBack(at: number, before: number): boolean {
  return before - at >= lateMs;
}
