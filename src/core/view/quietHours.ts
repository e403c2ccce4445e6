const form = /^(\d\d):(\d\d)-(\d\d):(\d\d)$/u;

/** Whether a minute of the day is in the quiet hours, as `22:00-07:00`; what is no such text is none. */
export function isQuiet(hours: string, minuteOfDay: number): boolean {
  const [, ...parts] = form.exec(hours.trim()) ?? [];
  const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = parts.map(Number);
  if (parts.length === 0 || Math.max(fromHour, toHour) > 23 || Math.max(fromMinute, toMinute) > 59) {
    return false;
  }
  const [from, to] = [fromHour * 60 + fromMinute, toHour * 60 + toMinute];
  return from <= to
    ? minuteOfDay >= from && minuteOfDay < to
    : // They go over midnight.
      minuteOfDay >= from || minuteOfDay < to;
}
