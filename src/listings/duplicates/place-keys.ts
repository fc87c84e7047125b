import { foldText } from '../../core/text.ts';
import { knownCity } from '../places/cities.ts';
import type { Place, Workplace } from '../listing.ts';

/** One place of a listing as the rules compare it (D4): city words and ISO 3166-2, or `remote` and the country. */
export type PlaceKey = { readonly city: string; readonly subdivision: string; readonly country: string };

const REMOTE = 'remote';

/** The places of a listing, each once. A remote job has no city: its places say only where the worker may live. */
export function placeKeys(places: readonly Place[], workplace?: Workplace): PlaceKey[] {
  const keys = workplace === 'remote' ? remoteKeys(places) : places.map(keyOf);
  const known = keys.filter((key) => key.city !== '' || key.subdivision !== '' || key.country !== '');
  return [...new Map(known.map((key) => [placeText(key), key])).values()];
}

/** As text, for look-ups and for people: `boston|US-MA`. */
export function placeText({ city, subdivision, country }: PlaceKey): string {
  return `${city}|${subdivision === '' ? country : subdivision}`;
}

/** Whether two listings share a place. A part that one source leaves out does not contradict the other's. */
export function sharesPlace(a: readonly PlaceKey[], b: readonly PlaceKey[]): boolean {
  return a.some((one) => b.some((other) => samePlace(one, other)));
}

function samePlace(a: PlaceKey, b: PlaceKey): boolean {
  if (a.city !== b.city) return false;
  if (a.country !== '' && b.country !== '' && a.country !== b.country) return false;
  if (a.subdivision !== '' && b.subdivision !== '') return a.subdivision === b.subdivision;
  // A whole state is not a whole country, but a town is the same town with or without its state.
  return a.city !== '' || a.subdivision === b.subdivision;
}

/** Whether one place may lie within the other: Lisbon in Portugal, but not Lisbon in Porto. */
export function mayBeOne(a: PlaceKey, b: PlaceKey): boolean {
  return agree(a.city, b.city) && agree(a.subdivision, b.subdivision) && agree(a.country, b.country);
}

function agree(one: string, other: string): boolean {
  return one === '' || other === '' || one === other;
}

function remoteKeys(places: readonly Place[]): PlaceKey[] {
  const countries = new Set(places.map((place) => place.country ?? countryOf(place.subdivision)));
  if (countries.size === 0) countries.add('');
  return [...countries].map((country) => ({ city: REMOTE, subdivision: '', country }));
}

function keyOf(place: Place): PlaceKey {
  const subdivision = place.subdivision ?? '';
  return {
    city: cityKey(place.city ?? ''),
    subdivision,
    country: place.country ?? countryOf(subdivision),
  };
}

function countryOf(subdivision: string | undefined): string {
  return subdivision?.split('-')[0] ?? '';
}

/** City words with the short forms of saints, forts and mounts written out; a large city under its usual name (München is Munich). */
export function cityKey(city: string): string {
  return foldText(knownCity(city)?.city ?? city.replace(/^Qu[ée]bec$/i, 'Quebec City')).replace(
    /^(st|ste|ft|mt) /,
    (_, short: string) => `${longForms[short] ?? short} `,
  );
}

const longForms: Readonly<Record<string, string>> = { st: 'saint', ste: 'sainte', ft: 'fort', mt: 'mount' };
