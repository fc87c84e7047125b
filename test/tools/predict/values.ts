import { z } from 'zod';
import { dateOrderOf } from '../../../src/feeds/detect/date-orders.ts';
import { readDate } from '../../../src/listings/values/dates.ts';
import { readPay } from '../../../src/listings/values/pay-text.ts';
import { readPlaceText } from '../../../src/listings/places/place-text.ts';
import { readLines, type PredictInput } from './input.ts';

/** The places that each string names, in ISO codes, and whether it says remote (null: it says nothing of it). */
export async function predictPlaces({ input }: PredictInput): Promise<readonly object[]> {
  return readLines(input, (row) => rowSchema.parse(row)).map(({ id, raw }) => {
    const { places, workplace } = readPlaceText(raw);
    return workplace === undefined
      ? { id, places, remote: null }
      : { id, places, workplace, remote: workplace === 'remote' };
  });
}

/** The calendar date that each string means in its format, or null. */
export async function predictDates({ input }: PredictInput): Promise<readonly object[]> {
  return readLines(input, (row) => rowSchema.parse(row)).map(({ id, raw, format }) => {
    const reading = readDate(raw, dateOrderOf(format ?? ''));
    return { id, date: reading.kind === 'date' ? reading.value.slice(0, 10) : null };
  });
}

/** The pay that each string states; null for what it does not state. */
export async function predictSalaries({ input }: PredictInput): Promise<readonly object[]> {
  return readLines(input, (row) => rowSchema.parse(row)).map(({ id, raw }) => ({
    id,
    min: null,
    max: null,
    unit: null,
    currency: null,
    ...readPay(raw),
  }));
}

const rowSchema = z.object({ id: z.string(), raw: z.string(), format: z.string().optional() });
