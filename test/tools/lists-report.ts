import {
  allCases,
  answerAll,
  entriesLeftOpen,
  meanOf,
  readersCases,
  scoreCases,
  wilson,
  type Answered,
  type Score,
} from './lists.ts';

/** `npm run golden -- lists`: the figures with each school left out, beside those of the product as it ships. `--mistakes` lists rows. */
export function listsReport(golden: string, { wrong }: { readonly wrong: boolean }): string {
  const { cases, lists } = allCases(golden);
  const leftOut = answerAll(cases, lists, true);
  const shipped = answerAll(cases, lists, false);
  const others = readersCases();
  const read = answerAll(others.cases, others.lists, false);
  const lines = [
    head('left out: a school'),
    ...bySchool(schools(leftOut)),
    mean('mean of schools', schools(leftOut)),
    mean('mean of the lists of fresh/', fresh(leftOut)),
    '',
    head('left out: a field, all schools'),
    ...byField(schools(leftOut)),
    '',
    head('left out: a field, lists of fresh/'),
    ...byField(fresh(leftOut)),
    '',
    'left out: entries of its lists that are not understood',
    ...[...entriesLeftOpen(lists)].map(
      ([school, { open, of }]) => `${school.padEnd(width)}${String(of).padStart(6)}  ${share(open, of)}`,
    ),
    '',
    head('not left out'),
    ...bySchool(schools(shipped)),
    mean('mean of schools', schools(shipped)),
    mean('mean of the lists of fresh/', fresh(shipped)),
    ...byField(schools(shipped)),
    '',
    head("readers' lists, as the product ships"),
    line('all', scoreCases(read)),
    ...byField(read),
    ...byList(read),
  ];
  return (wrong ? [...lines, '', ...rowsThatFailed([...leftOut, ...read])] : lines).join('\n');
}

const isFresh = ({ school }: Answered): boolean => school.startsWith('fresh ');
const fresh = (all: readonly Answered[]) => all.filter(isFresh);
const schools = (all: readonly Answered[]) => all.filter((one) => !isFresh(one));

const byList = (cases: readonly Answered[]): string[] =>
  [...Map.groupBy(cases, ({ list }) => list.replace(/^readers |\.txt|-[a-z_]+(?= )/g, ''))].map(
    ([name, own]) => line(name, scoreCases(own)),
  );

const bySchool = (cases: readonly Answered[]): string[] =>
  [...Map.groupBy(cases, ({ school }) => school)].map(([school, own]) => line(school, scoreCases(own)));

const byField = (cases: readonly Answered[]): string[] =>
  [...Map.groupBy(cases, ({ field }) => field)]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([field, own]) => line(field, scoreCases(own)));

const width = 34;
const head = (name: string): string =>
  `${name.padEnd(width)}${'rows'.padStart(6)}  precision            coverage             answered where nothing fits`;

function line(name: string, score: Score): string {
  return `${name.padEnd(width)}${String(score.rows).padStart(6)}  ${[
    share(score.right, score.answered),
    share(score.covered, score.answerable),
    `${score.answeredNone} of ${score.none}`,
  ]
    .map((text) => text.padEnd(20))
    .join(' ')
    .trimEnd()}`;
}

function share(part: number, whole: number): string {
  if (whole === 0) return '-';
  const [from, to] = wilson(part, whole);
  return `${percent(part / whole).padStart(5)} (${percent(from)}–${percent(to)})`;
}

const percent = (value: number): string => (100 * value).toFixed(1);

function mean(name: string, cases: readonly Answered[]): string {
  const of = (part: keyof Score, whole: keyof Score) => {
    const share = meanOf(cases, part, whole);
    return `${percent(share.mean).padStart(5)} (lowest ${percent(share.lowest)})`;
  };
  const columns = [of('right', 'answered'), of('covered', 'answerable'), of('answeredNone', 'none')];
  return `${name.padEnd(width)}${String(cases.length).padStart(6)}  ${columns
    .map((text) => text.padEnd(20))
    .join(' ')
    .trimEnd()}`;
}

function rowsThatFailed(cases: readonly Answered[]): string[] {
  return cases.flatMap(({ school, field, label, accept, keys, right, answerable }) => {
    const kind = keys.length > 0 && !right ? 'wrong' : answerable && keys.length === 0 ? 'missed' : '';
    return kind === ''
      ? []
      : [[kind, field, school, label, keys.join('+') || '-', accept.join('+') || '-'].join('\t')];
  });
}
