import { foldText } from '../../core/text.ts';
import { cellsOf } from '../listing-tables.ts';

/** A large city whose name alone says where it is. */
export type KnownCity = { readonly city: string; readonly subdivision?: string; readonly country: string };

/** The city of a name that means one place to nearly everybody, under its usual name: `NYC` is New York. */
export function knownCity(text: string): KnownCity | undefined {
  return cities().get(foldText(text));
}

/** Whether both are names of one city that is known: `Mumbai` and `Bombay`. */
export function isSameCity(one: string, other: string): boolean {
  const city = knownCity(other)?.city;
  return city !== undefined && knownCity(one)?.city === city;
}

let byName: Map<string, KnownCity> | undefined;

/** `cities.tsv`; names that two large places share (Birmingham, Cambridge, Durham, Portland of two coasts…) are not in it. */
function cities(): ReadonlyMap<string, KnownCity> {
  byName ??= new Map(
    cellsOf('cities').flatMap(([code = '', city = '', others = '']) => {
      const known: KnownCity =
        code.length > 2 ? { city, subdivision: code, country: code.slice(0, 2) } : { city, country: code };
      return [city, ...others.split(';').filter(Boolean)].map(
        (spelling) => [foldText(spelling), known] as const,
      );
    }),
  );
  return byName;
}
