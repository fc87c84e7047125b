import { fold } from '../../core/text.ts';
import months from '../../data/month-names.json' with { type: 'json' };

/** Months as feeds write them, by the first letters that tell them apart, per language. */
const byName = new Map(
  months.flatMap((names, index) => names.split(' ').map((name) => [fold(name), index + 1] as const)),
);

/** 1 to 12, for a month's name or short name in the languages of feeds. */
export function monthOf(name: string): number | undefined {
  return byName.get(fold(name).replace(/\.$|(?<=kuu)ta$|^ב/, ''));
}
