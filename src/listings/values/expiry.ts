import { Temporal } from 'temporal-polyfill';
import type { FeedTerms, Place } from '../listing.ts';
import { isZone, lastZoneOf, zoneOfPlace } from '../places/zones.ts';

/**
 * When a job is no longer wanted, ISO 8601 UTC: a date (or a midnight, which is a date written long) means the end of that day in
 * the job's own zone, a time means itself. With several places the last of their days to end counts.
 */
export function expiryInstant(
  expiresAt: string,
  places: readonly Place[],
  terms: FeedTerms,
): string | undefined {
  const { day, time, offset } = parts(expiresAt);
  if (time !== undefined && offset !== undefined) return instant(`${day}T${time}${offset}`);
  const ends = zonesOf(places, terms).map((zone) => localInstant(day, time, zone));
  return ends.sort().at(-1);
}

type Parts = { readonly day: string; readonly time?: string; readonly offset?: string };

function parts(text: string): Parts {
  const [day = '', rest] = text.split('T');
  if (rest === undefined) return { day };
  const [, time = '', offset] = /^([\d:.]+)(.*)$/.exec(rest) ?? [];
  if (/^00:00(?::00(?:\.0+)?)?$/.test(time)) return { day };
  return offset ? { day, time, offset } : { day, time };
}

/** The zones of the places; else the feed's; else, for a country of several, the one where a day ends last; else UTC. */
function zonesOf(places: readonly Place[], { timeZone, country }: FeedTerms): readonly string[] {
  const own = places.map(zoneOfPlace).filter((zone) => zone !== undefined);
  if (own.length > 0) return [...new Set(own)];
  if (timeZone !== undefined && isZone(timeZone)) return [timeZone];
  const countries = [...new Set([...places.map((place) => place.country), country])].filter(
    (code) => code !== undefined,
  );
  const late = countries
    .map((code) => zoneOfPlace({ country: code }) ?? lastZoneOf(code))
    .filter((zone) => zone !== undefined);
  return late.length > 0 ? late : ['UTC'];
}

const cache = new Map<string, string>();

function localInstant(day: string, time: string | undefined, zone: string): string {
  const key = `${day} ${time ?? ''} ${zone}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  if (cache.size > 5_000) cache.clear();
  const date = Temporal.PlainDate.from(day);
  const end =
    time === undefined
      ? date.add({ days: 1 }).toZonedDateTime(zone)
      : date.toZonedDateTime({ timeZone: zone, plainTime: time });
  const found = end.toInstant().toString();
  cache.set(key, found);
  return found;
}

function instant(text: string): string {
  return Temporal.Instant.from(text).toString();
}
