import { CsvError, parse } from 'csv-parse/sync';
import { present } from '../core/present.ts';
import { foldText } from '../core/text.ts';
import { countryOf } from '../listings/places/countries.ts';
import { firstUnfinished, questionsWith, stepProblems } from './steps.ts';
import { type Answers, answer, withWholeAddresses } from './submission-answers.ts';
import { states } from './submission-places.ts';
import type { FormTerms } from './terms.ts';
import type { FormTexts } from './words/form-texts.ts';

/** Answers that a column of the table may change; a column may also have the question's name in the language of the page. */
export function severalColumns({ fields }: FormTexts): readonly (readonly [name: string, label: string])[] {
  const labels: Readonly<Record<string, { readonly label: string }>> = fields;
  return questionsWith(({ column }) => column).map((name) => [name, labels[name]?.label ?? name]);
}
const mostJobs = 25;

/** A line of the table as a job; `problem` says what keeps it from being posted. */
export type SeveralJob = { readonly answers: Answers; readonly problem?: string };
export type SeveralJobs =
  | { readonly kind: 'jobs'; readonly jobs: readonly SeveralJob[] }
  | { readonly kind: 'wrong'; readonly message: string };

/** Reads a table with a first line of column names: each line is the job `like` with the answers of its cells. */
export function severalJobs(csv: string, like: Answers, terms: FormTerms): SeveralJobs {
  const say = terms.words.rules.csv;
  const [head = [], ...lines] = csvLines(csv);
  const columns = head.map((name) => columnNamed(name, terms));
  const unknown = head.find((_, at) => columns[at] === undefined);
  if (lines.length === 0) return { kind: 'wrong', message: say.empty };
  if (unknown !== undefined) return { kind: 'wrong', message: say.columns({ names: unknown }) };
  if (lines.length > mostJobs) return { kind: 'wrong', message: say.most({ most: mostJobs }) };
  return { kind: 'jobs', jobs: lines.map((cells) => jobOf(cells, columns, like, terms)) };
}

function csvLines(csv: string): readonly (readonly string[])[] {
  const [first = ''] = csv.split('\n');
  const delimiter = ['\t', ';', ','].find((mark) => first.includes(mark)) ?? ',';
  try {
    return parse(csv, { bom: true, delimiter, relax_column_count: true, skip_empty_lines: true, trim: true });
  } catch (error) {
    // The parser says by exceptions what somebody wrote wrongly.
    if (error instanceof CsvError) return [];
    throw error;
  }
}

function columnNamed(name: string, { words }: FormTerms): string | undefined {
  const wanted = foldText(name);
  return severalColumns(words).find((names) => names.some((one) => foldText(one) === wanted))?.[0];
}

function jobOf(
  cells: readonly string[],
  columns: readonly (string | undefined)[],
  like: Answers,
  terms: FormTerms,
): SeveralJob {
  const own = columns.flatMap((column, at) =>
    column === undefined || (cells[at] ?? '') === '' ? [] : [[column, [cells[at] ?? '']] as const],
  );
  const whole = withWholeAddresses({ ...like, ...Object.fromEntries(own) });
  const answers = { ...whole, ...readCells(Object.fromEntries(own), whole, terms) };
  const step = firstUnfinished(answers, terms);
  const [problem] = step === undefined ? [] : stepProblems(step, answers, terms);
  return { answers, problem: problem?.message };
}

/** Cells whose words the form offers in a list, as its answers: a country, a state, a period of pay, a day. */
function readCells(own: Answers, whole: Answers, { words }: FormTerms): Answers {
  const country = countryOf(answer(whole, 'country')) ?? answer(whole, 'country');
  const state = foldText(answer(own, 'state'));
  const here = states().filter(({ code }) => code.startsWith(`${country}-`));
  const named = here.find(({ code, name }) =>
    [code, code.slice(country.length + 1), name].some((one) => foldText(one) === state),
  );
  const unit = foldText(answer(own, 'unit'));
  const units = Object.entries(words.pages.units);
  const period = units.find(([key, label]) => key === unit || foldText(label) === unit);
  const until = dayOf(answer(own, 'until'), words.dateOrder);
  const read = { country: own['country'] && country, state: named?.code, unit: period?.[0], until };
  return Object.fromEntries(Object.entries(present(read)).map(([name, value]) => [name, [value]]));
}

/** `12/20/2026` in the order of the language, as spreadsheets write it: `2026-12-20`. */
function dayOf(text: string, order: FormTerms['words']['dateOrder']): string | undefined {
  const parts = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text)?.slice(1);
  if (parts === undefined) return undefined;
  const part = (name: 'year' | 'month' | 'day') => (parts[order.indexOf(name)] ?? '').padStart(2, '0');
  const [month, day] = [part('month'), part('day')];
  // No month is the 18th: then it is written the other way round.
  return Number(month) > 12 ? `${part('year')}-${day}-${month}` : `${part('year')}-${month}-${day}`;
}
