import { present } from '../../core/present.ts';
import { allAnswers, type Answers, answer } from '../../submissions/submission-answers.ts';

type Found = { readonly place?: string; readonly kind?: string; readonly size?: string };

/** What schools are found by. */
export const finding = ['find_place', 'find_kind', 'find_size'];

export function foundBy(sent: Answers): Found | undefined {
  const [place, kind, size] = finding.map((name) => answer(sent, name));
  return answer(sent, 'do') === 'find' ? present({ place, kind, size }) : undefined;
}

/** A last day that is not on offer has its own field. */
export function chosenDay(written: Answers): Answers {
  if (written['until'] === undefined) return written;
  const { until_other: other = [], ...rest } = written;
  return answer(written, 'until') === 'other' ? { ...rest, until: other } : rest;
}

/** One more empty row of places where that was asked for. */
export function placesOf(written: Answers, sent: Answers): Answers {
  const rows = Math.min(20, (written['city']?.length ?? 1) + (answer(sent, 'do') === 'place' ? 1 : 0));
  const padded = (name: string, usual: string) =>
    Array.from({ length: rows }, (_, row) => written[name]?.[row] ?? usual);
  return {
    ...written,
    city: padded('city', ''),
    state: padded('state', ''),
    country: padded('country', 'US'),
  };
}

/** A suggestion that was pressed is one more answer of its question. */
export function withSuggestion(written: Answers, sent: Answers): Answers {
  const [, name = '', picked = ''] = /^(\w+):(.+)$/.exec(answer(sent, 'do')) ?? [];
  if (written[name] === undefined) return written;
  return { ...written, [name]: [...new Set([...allAnswers(written, name), picked])] };
}
