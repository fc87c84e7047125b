import { parseArgs } from 'node:util';
import { predictFraud } from './predict/fraud.ts';
import { predictEdges } from './predict/edges.ts';
import { predictPairs } from './predict/pairs.ts';
import { predictPicklists } from './predict/picklists.ts';
import { predictDates, predictPlaces, predictSalaries } from './predict/values.ts';
import type { Predict } from './predict/input.ts';

/** Measures accuracy: `npm run -s predict -- KIND --input FILE [--schools FILE] [--corpus DIR]`, one JSON line a prediction. */
const kinds: Readonly<Record<string, Predict>> = {
  pairs: predictPairs,
  edges: predictEdges,
  picklists: predictPicklists,
  places: predictPlaces,
  dates: predictDates,
  salaries: predictSalaries,
  fraud: predictFraud,
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { input: { type: 'string' }, schools: { type: 'string' }, corpus: { type: 'string' } },
});
const [kind = ''] = positionals;
const predict = kinds[kind];
if (predict === undefined || values.input === undefined) {
  console.error(
    `usage: predict ${Object.keys(kinds).join('|')} --input FILE [--schools FILE] [--corpus DIR]`,
  );
  process.exitCode = 2;
} else {
  const { input, schools, corpus = process.env['QUADWIRE_CORPUS'] ?? '../shared/corpus' } = values;
  const predictions = await predict({ input, corpus, ...(schools === undefined ? {} : { schools }) });
  process.stdout.write(predictions.map((prediction) => `${JSON.stringify(prediction)}\n`).join(''));
}
