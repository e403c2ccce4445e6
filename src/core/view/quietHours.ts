const form = /^(\d\d?):(\d\d)-(\d\d?):(\d\d)$/u;
const day = 24 * 60;

/** Whether a minute of the day is in the quiet hours, as `22:00-07:00`; what is no such text is none. */
export function isQuiet(hours: string, minuteOfDay: number): boolean {
  const [, ...parts] = form.exec(hours.trim()) ?? [];
  const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = parts.map(Number);
  const [from, to] = [fromHour * 60 + fromMinute, toHour * 60 + toMinute];
  if (parts.length === 0 || Math.max(from, to) > day || Math.max(fromMinute, toMinute) > 59) {
    return false;
  }
  return from <= to
    ? minuteOfDay >= from && minuteOfDay < to
    : // They go over midnight.
      minuteOfDay >= from || minuteOfDay < to;
}
