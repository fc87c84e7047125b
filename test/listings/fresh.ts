import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fold } from '../../src/core/text.ts';
import { readDate } from '../../src/listings/values/dates.ts';
import { readPay } from '../../src/listings/values/pay-text.ts';
import { readPlaceText } from '../../src/listings/places/place-text.ts';

/** One string of `fresh/`: what may be answered, what was, and whether something came where nothing is stated. */
export type ValueReading = {
  readonly text: string;
  readonly expected: string;
  readonly found: string;
  readonly right: boolean;
  readonly invented: boolean;
};

export function readFreshPlaces(file = 'places.txt'): ValueReading[] {
  return rowsOf(file).map(([text, answer]) => {
    const reading = readPlaceText(text);
    const choices = answer.split(' || ').map((choice) => choice.split(' @ '));
    const wanted = choices.map(([places = '']) => placesOf(places.trim()));
    // A workplace behind the last choice is that of all that name none.
    const ways = choices.map(([, way]) => way ?? choices.at(-1)?.[1]);
    return {
      text,
      expected: answer,
      found: `${reading.places.map(({ city, subdivision, country }) => [city, subdivision, country].join()).join('; ')} @ ${reading.workplace ?? '-'}`,
      right: wanted.some((places, at) => agrees(places, reading.places) && reading.workplace === ways[at]),
      invented: reading.places.length > Math.max(...wanted.map((places) => places.length)),
    };
  });
}

export function readFreshDates(file = 'dates.txt'): ValueReading[] {
  return rowsOf(file).map(([head, answer]) => {
    const [order = '', text = ''] = head.split(/ \| (.*)/s);
    const reading = readDate(text, order === '-' ? undefined : (order as 'dmy' | 'mdy'));
    const found = reading.kind === 'date' ? reading.value.slice(0, 10) : 'none';
    const choices = answer.split(' || ');
    return {
      text: head,
      expected: answer,
      found,
      right: choices.includes(found),
      invented: found !== 'none' && choices.every((choice) => choice === 'none'),
    };
  });
}

export function readFreshSalaries(file = 'salaries.txt'): ValueReading[] {
  return rowsOf(file).map(([text, answer]) => {
    const { min, max, unit, currency } = readPay(text);
    const choices = answer.split(' || ');
    const empty = min === undefined && max === undefined;
    return {
      text,
      expected: answer,
      found: empty ? 'none' : [min ?? '~', max ?? '~', unit ?? '?', currency ?? '?'].join(' '),
      right: choices.some((choice) => {
        if (choice === 'none') return empty;
        const [low = '', high = '', period = '', money = ''] = choice.split(' ');
        return figure(low, min) && figure(high, max) && word(period, unit) && word(money, currency);
      }),
      invented: !empty && choices.every((choice) => choice === 'none'),
    };
  });
}

function rowsOf(file: string): [string, string][] {
  const lines = readFileSync(join(import.meta.dirname, 'fresh', file), 'utf8').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const at = line.indexOf(' => ');
      return [line.slice(0, at), line.slice(at + 4)];
    });
}

type Place = { readonly city?: string; readonly subdivision?: string; readonly country?: string };
type Wanted = { readonly parts: readonly string[]; readonly optional: boolean };

function placesOf(places: string): Wanted[] {
  if (places === 'none') return [];
  return places.split('; ').map((place) => ({
    parts: place.replace('*', '').split(','),
    optional: place.startsWith('*'),
  }));
}

/** Every wanted place was found, and none besides. */
function agrees(wanted: readonly Wanted[], found: readonly Place[]): boolean {
  const left = [...found];
  const taken = (place: Wanted) => {
    const at = left.findIndex((one) => fits(place.parts, one));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  };
  return wanted.every((place) => taken(place) || place.optional) && left.length === 0;
}

function fits([city = '', subdivision = '', country = '']: readonly string[], found: Place): boolean {
  return word(city, found.city) && word(subdivision, found.subdivision) && word(country, found.country);
}

/** `a/b?`: a or b, or nothing; `` and `~`: nothing; `?`: anything. */
function word(wanted: string, found: string | null | undefined): boolean {
  if (wanted === '?') return true;
  if (found === undefined || found === null || found === '')
    return wanted === '' || wanted === '~' || wanted.endsWith('?');
  return wanted
    .replace('?', '')
    .split('/')
    .some((one) => plain(one) === plain(found));
}

function plain(text: string): string {
  return fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function figure(wanted: string, found: number | undefined): boolean {
  return wanted === '~' ? found === undefined : Math.abs(Number(wanted) - (found ?? NaN)) < 0.01;
}
