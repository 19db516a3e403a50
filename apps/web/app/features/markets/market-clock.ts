// The landing page does without the dates of tables; the browser knows Berlin time as well.
const clock = new Intl.DateTimeFormat('de-DE', { timeZone: 'Europe/Berlin', timeStyle: 'medium' });
const date = new Intl.DateTimeFormat('de-DE', {
  timeZone: 'Europe/Berlin',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
});
const dayMonth = new Intl.DateTimeFormat('de-DE', {
  timeZone: 'Europe/Berlin',
  day: '2-digit',
  month: '2-digit',
});
const dayMonthTime = new Intl.DateTimeFormat('de-DE', {
  timeZone: 'Europe/Berlin',
  day: '2-digit',
  month: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});
const time = new Intl.DateTimeFormat('de-DE', { timeZone: 'Europe/Berlin', timeStyle: 'short' });

/** `17:04:12` */
export const clockText = (at: number): string => clock.format(at);
/** `20.11.2026` */
export const dateText = (at: number): string => date.format(at);
/** `20.11.` */
export const dayMonthText = (at: number): string => dayMonth.format(at);
/** `20.11., 17:04` */
export const dayMonthTimeText = (at: number): string => dayMonthTime.format(at);
/** `17:04` */
export const timeText = (at: number): string => time.format(at);

/** `vor 14 s`, `vor 3 Min.`, `vor 2 Std.` */
export function ageText(ageMs: number): string {
  const seconds = Math.max(0, Math.floor(ageMs / 1000));
  if (seconds < 60) return `vor ${seconds}\u00a0s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `vor ${minutes}\u00a0Min.` : `vor ${Math.floor(minutes / 60)}\u00a0Std.`;
}
