/** The year begins on a Friday, 1 January 2027. */
export type DayKind = 'workday' | 'weekend' | 'holiday';

const holidays = new Set([
  0, 17, 45, 148, 169, 184, 248, 314, 327, 328, 357, 358, 359, 360, 361, 362, 363, 364,
]);

export function dayKind(day: number): DayKind {
  if (holidays.has(day % 365)) return 'holiday';
  return weekdayOf(day) < 5 ? 'workday' : 'weekend';
}

/** Monday is 0. */
export function weekdayOf(day: number): number {
  return (day + 4) % 7;
}
