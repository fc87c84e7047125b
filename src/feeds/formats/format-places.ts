import type { RawPlace } from '../../listings/raw-listing.ts';
import type { Tree } from '../cut/tree.ts';
import { labelOf } from './format-labels.ts';
import { type Meaning, vocabulary } from './synonyms.ts';

/** The places in an element: its text, its parts, or a list of such, however deep the wrappers. */
export function placesIn(tree: Tree): RawPlace[] {
  if (tree.children.length === 0) {
    const text = tree.text.trim();
    return text === '' ? [] : [{ text }];
  }
  const [first, ...rest] = tree.children;
  const isList = rest.length > 0 && rest.every((child) => child.name === first?.name);
  const own = isList ? undefined : partsIn(tree);
  const nested = tree.children.filter((child) => child.children.length > 0 && holdsPlace(child));
  if (own === undefined) {
    const inner = tree.children.filter((child) => isList || child.children.length > 0 || isPlace(child));
    return distinctPlaces(inner.flatMap((child) => placesIn(child)));
  }
  const within = nested.flatMap((child) => placesIn(child));
  // A place with an address inside is one place; a place beside a list of further ones is one of them.
  if (within.length === 1 && isTextOnly(own)) return [{ ...within[0], ...own }];
  return distinctPlaces([own, ...within]);
}

/** The parts that stand directly in an element: `city`, `state`, … and a name for the whole. */
export function partsIn(tree: Tree): RawPlace | undefined {
  const found: { -readonly [K in keyof RawPlace]: RawPlace[K] } = {};
  for (const child of tree.children) {
    const part = partOf(child);
    const value = part === undefined ? undefined : labelOf(child);
    if (part !== undefined && value !== undefined && found[part] === undefined) found[part] = value;
  }
  // An address alone is all of the place, not its street.
  if (
    found.street !== undefined &&
    (found.city ?? found.region ?? found.postalCode ?? found.country) === undefined
  ) {
    const { street, text = street, ...others } = found;
    return { text, ...others };
  }
  return Object.keys(found).length > 0 ? found : undefined;
}

/** Places as found, equal ones once. */
export function distinctPlaces(places: readonly RawPlace[]): RawPlace[] {
  if (places.length < 2) return [...places];
  const seen = new Set<string>();
  return places.filter((place) => {
    const { text, street, city, region, postalCode, country } = place;
    const key = JSON.stringify([text, street, city, region, postalCode, country]);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

const names = vocabulary();
const wholes = new Set(
  'text name label title displayname formatted formattedaddress fulllocation fulladdress value location locationname joblocation'.split(
    ' ',
  ),
);

function partOf(child: Tree): keyof RawPlace | undefined {
  const isPlain = child.children.length === 0 || labelOf(child) !== undefined;
  if (!isPlain) return undefined;
  const part = parts.get(names.get(child.name)?.meaning);
  if (part !== undefined || child.children.length > 0) return part;
  if (child.name === 'address') return 'street';
  return wholes.has(child.name) ? 'text' : undefined;
}

const parts: ReadonlyMap<Meaning | undefined, keyof RawPlace> = new Map([
  ['street', 'street'],
  ['city', 'city'],
  ['state', 'region'],
  ['postalCode', 'postalCode'],
  ['country', 'country'],
]);

/** An address or further places inside a place; not translations, coordinates, opening hours. */
function holdsPlace(child: Tree): boolean {
  return partOf(child) === undefined && (isPlace(child) || child.name.endsWith('address'));
}

function isPlace(child: Tree): boolean {
  return names.get(child.name)?.meaning === 'place';
}

export function isTextOnly(place: RawPlace): boolean {
  return Object.keys(place).every((part) => part === 'text');
}
