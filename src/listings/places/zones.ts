import { Temporal } from 'temporal-polyfill';
import type { Place } from '../listing.ts';
import { cellsOf } from '../listing-tables.ts';

/** Zone names of mails and feeds, as offsets. The name decides, although it may be wrong for the season. */
const named = new Map(cellsOf('zoneOffsets').map(([name = '', offset = '']) => [name, offset]));

/** `+0100`, `GMT+2`, `EST`, `Z` as `Z` or `±hh:mm`. */
export function offsetOf(zone: string): string | undefined {
  const digits = /^(?:GMT|UTC)?([+-])(\d{1,2}):?(\d{2})?$/i.exec(zone);
  if (!digits) return named.get(zone.toUpperCase());
  const [, sign = '+', hours = '', minutes = '00'] = digits;
  if (Number(hours) > 14 || Number(minutes) > 59) return undefined;
  return `${sign}${hours.padStart(2, '0')}:${minutes}`;
}

/**
 * The zone of a place: of its state where a country has several, else of its country. A country of several zones and no state has
 * none of its own.
 */
export function zoneOfPlace({ country, subdivision }: Place): string | undefined {
  const land = country ?? subdivision?.slice(0, 2);
  if (land === undefined) return undefined;
  if (!last.has(land)) return onlyZoneOf(land);
  return subdivision?.startsWith(`${land}-`) === true ? states.get(subdivision) : undefined;
}

/** The zone of a country of several in which a day ends last for most of its people: for closing dates without a state. */
export function lastZoneOf(country: string): string | undefined {
  return last.get(country);
}

/** Whether the platform knows the zone. */
export function isZone(zone: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Countries of one zone: the platform's own data (the first of zones that keep the same time). */
const single = new Map<string, string | undefined>();
function onlyZoneOf(country: string): string | undefined {
  if (!single.has(country)) single.set(country, firstZone(country));
  return single.get(country);
}

function firstZone(country: string): string | undefined {
  const capital = capitals.get(country);
  if (capital !== undefined) return capital;
  const locale = new Intl.Locale(`und-${country}`);
  return 'getTimeZones' in locale && typeof locale.getTimeZones === 'function'
    ? firstOf(locale.getTimeZones())
    : undefined;
}

function firstOf(zones: unknown): string | undefined {
  return Array.isArray(zones) && typeof zones[0] === 'string' ? zones[0] : undefined;
}

/** `zones.tsv`: the first zone of a country, the last one where there are several, and the zone of each of its states. */
const zoneRows = cellsOf('zones');
const byCountry = (kind: string) =>
  new Map(
    zoneRows.flatMap(([country = '', of, zone = '']) => (of === kind ? [[country, zone] as const] : [])),
  );
const [capitals, last] = [byCountry('first'), byCountry('last')];
const states = new Map<string, string>(
  zoneRows.flatMap(([country = '', , zone = '', codes = '']) =>
    codes.split(' ').map((code) => [`${country}-${code}`, zone] as const),
  ),
);
