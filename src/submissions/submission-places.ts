import { iso31661, iso31662 } from 'iso-3166';
import { countryName } from '../listings/places/countries.ts';

export type Named = { readonly code: string; readonly name: string };

/** All countries by name, the one most jobs are in first. */
export function countries(language = 'en'): readonly Named[] {
  const all = iso31661
    .map(({ alpha2 }) => ({ code: alpha2, name: countryName(alpha2, language) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, language));
  return [...all.filter(({ code }) => code === 'US'), ...all.filter(({ code }) => code !== 'US')];
}

/** Countries whose addresses name a state. */
const withStates = ['US', 'CA', 'AU'] as const;

export function hasStates(country: string): boolean {
  return withStates.some((code) => code === country);
}

/** The states of these countries by their ISO 3166-2 codes: American first, then Canadian, then Australian. */
export function states(): readonly Named[] {
  return withStates.flatMap((country) =>
    iso31662
      .filter(({ parent }) => parent === country)
      .map(({ code, name }) => ({ code, name }))
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
  );
}

export function stateName(code: string): string {
  return states().find((state) => state.code === code)?.name ?? code;
}
