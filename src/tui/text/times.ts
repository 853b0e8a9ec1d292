/** The time of day in the reader's time zone: `12:03:44.123`. */
export function timeOfDay(timeMs: number): string {
  const date = new Date(timeMs);
  return `${clock(date)}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** `12:03:44`. */
export function shortTimeOfDay(timeMs: number): string {
  return clock(new Date(timeMs));
}

/** A duration in at most six characters: `7 ms`, `1.2 s`, `3m 20s`, `2h 05m`, `4d 2h`. */
export function duration(ms: number): string {
  const value = Math.max(0, ms);
  if (value < 999.5) return `${Math.round(value)} ms`;
  if (value < 59_950) return `${(value / 1_000).toFixed(value < 9_950 ? 1 : 0)} s`;
  const seconds = Math.round(value / 1_000);
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}m ${twoDigits(seconds % 60)}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)}h ${twoDigits(minutes % 60)}m`;
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  return days < 100 ? `${days}d ${hours % 24}h` : `${days}d`;
}

function clock(date: Date): string {
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':');
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
