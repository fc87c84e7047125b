import { entriesOf } from './rules/question.ts';
import { type StepName, steps } from './steps.ts';
import type { FormTexts } from './words/form-texts.ts';

/** What staff ask an employer to change: a page of the form, and the question on it where they name one. */
export type RequestPlace = { readonly step: StepName; readonly field?: string };

/** Everything that can be asked about, as it is written: `place` for a page, `place.min` for a question. A part of a question stands for none. */
export const requestPlaces: readonly string[] = steps.flatMap(({ name, questions }) => [
  name,
  ...entriesOf(questions).flatMap(([field, { as, of, personal }]) =>
    as === undefined || of !== undefined || personal === true ? [] : [`${name}.${field}`],
  ),
]);

/** Reads `place.min`; undefined for what is no place of the form. */
export function requestedAt(written: string | null): RequestPlace | undefined {
  if (written === null || !requestPlaces.includes(written)) return undefined;
  const [name, field] = written.split('.');
  const step = steps.find((one) => one.name === name);
  return step && { step: step.name, field };
}

/** How it is written. */
export function requestedName({ step, field }: RequestPlace): string {
  return field === undefined ? step : `${step}.${field}`;
}

/** What the page or the question is called: `Place and pay`, `Lowest pay`. */
export function requestedLabel({ step, field }: RequestPlace, { pages, fields }: FormTexts): string {
  if (field === undefined) return pages.steps[step];
  const labels: Readonly<Record<string, { readonly label: string }>> = {
    ...fields,
    'start-month': fields.start,
  };
  return labels[field]?.label ?? pages.steps[step];
}
