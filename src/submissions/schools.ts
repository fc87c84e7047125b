import { dayIn } from '../core/hours.ts';
import { present } from '../core/present.ts';
import type { Db } from '../db/db.ts';
import { allTargets, type Target } from '../targets/targets.queries.ts';
import type { SchoolJobState, StateGiven } from './school-state.ts';
import type { School } from './terms.ts';
import type { FormTexts } from './words/form-texts.ts';

/** A target as the form shows it to employers. */
export function schoolOf({
  name,
  definition,
  builtIn,
}: Pick<Target, 'name' | 'definition' | 'builtIn'>): School {
  const { title, offered: _, ...shown } = definition.form ?? {};
  const required = definition.requiredFields;
  return {
    name,
    title: title ?? (builtIn ? 'The practice school' : titleOf(name)),
    ...present({ ...shown, required }),
  };
}

/** Says the names of schools as people know them, also of those that take no jobs any more. */
export type SchoolTitles = (name: string) => string;

export async function schoolTitles(db: Db): Promise<SchoolTitles> {
  return titlesIn((await allTargets(db)).map(schoolOf));
}

export function titlesIn(schools: readonly School[]): SchoolTitles {
  const titles = new Map(schools.map(({ name, title }) => [name, title]));
  return (name) => titles.get(name) ?? titleOf(name);
}

/** A school's state with the names and days that its sentence needs. */
export function stateGiven(
  { school, at, ...standing }: SchoolJobState,
  titles: SchoolTitles,
  { words, timeZone }: { readonly words: FormTexts; readonly timeZone: string },
): StateGiven {
  return {
    ...standing,
    school: titles(school),
    ...(at && { day: words.day(new Date(dayIn(at, timeZone))) }),
  };
}

/** `north-field` is shown as "North Field". */
function titleOf(name: string): string {
  return name
    .split(/[-_\s]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ');
}
