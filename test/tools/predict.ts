import { parseArgs } from 'node:util';
import { predictFraud } from './predict/fraud.ts';
import { predictEdges } from './predict/edges.ts';
import { predictPairs } from './predict/pairs.ts';
import { predictPicklists } from './predict/predict-picklists.ts';
import { predictDates, predictPlaces, predictSalaries } from './predict/values.ts';
import { type Predict, WrongInput } from './predict/input.ts';
import { machineTrouble } from '../../src/faces/cli/machine-trouble.ts';

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
  // What is not known is answered with the usage, like no input.
  strict: false,
  options: { input: { type: 'string' }, schools: { type: 'string' }, corpus: { type: 'string' } },
});
const [kind = ''] = positionals;
const predict = kinds[kind];
const texts = [values['input'], values['schools'], values['corpus']].map(textOf);
const known = Object.keys(values).every((name) => ['input', 'schools', 'corpus'].includes(name));
const [input, schools, corpus = process.env['QUADWIRE_CORPUS'] ?? '../shared/corpus'] = texts;
if (predict === undefined || input === undefined || !known) {
  console.error(
    `usage: predict ${Object.keys(kinds).join('|')} --input FILE [--schools FILE] [--corpus DIR]`,
  );
  process.exitCode = 2;
} else {
  try {
    const predictions = await predict({ input, corpus, schools });
    process.stdout.write(predictions.map((prediction) => `${JSON.stringify(prediction)}\n`).join(''));
  } catch (error) {
    const reason = error instanceof WrongInput ? error.message : machineTrouble(error);
    if (reason === undefined) throw error;
    console.error(reason);
    process.exitCode = 1;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
