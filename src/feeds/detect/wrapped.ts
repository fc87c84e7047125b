import { present } from '../../core/present.ts';
import type { Adapter, DocumentHead, Page, Paging } from '../adapter.ts';
import { detect, type Recognition } from './detect.ts';

type Known = Extract<Recognition, { kind: 'known' }>;

/** How sure detection must be of what stands inside something else. */
const SURE = 0.85;

/** The adapter of a JSON document of a known format that stands inside another object or list: `{"search": {"jobPostings": […]}}`. */
export function recognizeInside(head: DocumentHead, adapters: readonly Adapter[]): Known | undefined {
  if (head.kind !== 'json') return undefined;
  const ofLists = adapters.filter(({ cut }) => cut.kind === 'json');
  const found = placesIn(head.names).flatMap((place) => {
    const recognition = detect(inside(head, place), ofLists);
    return recognition.kind === 'known' && recognition.confidence >= SURE ? [{ place, recognition }] : [];
  });
  const [first] = found;
  if (first === undefined) return undefined;
  const { adapter, why, confidence } = first.recognition;
  // Several may stand beside each other: the pages of one board in one document.
  const places = found.filter(({ recognition }) => recognition.adapter === adapter).map(({ place }) => place);
  return {
    kind: 'known',
    adapter: within(adapter, places),
    confidence,
    why: `${why}, inside ${first.place}`,
  };
}

/** The same adapter, whose lists and whose values outside them stand inside something else. */
function within(adapter: Adapter, places: readonly string[]): Adapter {
  const { cut, paging } = adapter;
  if (cut.kind !== 'json') return adapter;
  const paths = places.flatMap((place) =>
    cut.paths.map((path) => (path === '' ? place : `${place}.${path}`)),
  );
  const own = (head: HeadValues) => valuesInside(head, places[0] ?? '');
  const asOwn = (page: Page): Page => ({ ...page, head: own(page.head) });
  const total = paging?.total;
  const ofPages: Paging | undefined = paging && {
    ...paging,
    next: (page) => paging.next(asOwn(page)),
    ...(total === undefined ? {} : { total: (page: Page) => total(asOwn(page)) }),
  };
  return {
    ...adapter,
    cut: { kind: 'json', paths },
    parse: (item, document) => adapter.parse(item, { ...document, head: own(document.head) }),
    ...present({ paging: ofPages }),
  };
}

type HeadValues = Readonly<Record<string, string>>;

function valuesInside(head: HeadValues, place: string): HeadValues {
  const inner = Object.entries(head).filter(([path]) => path.startsWith(`${place}.`));
  return Object.fromEntries(inner.map(([path, text]) => [path.slice(place.length + 1), text]));
}

/** Objects and lists at the top of a document, and in those. */
function placesIn(names: readonly string[]): string[] {
  const places = names.flatMap((name) => {
    const [first = '', second, ...more] = name.split('.');
    if (second === undefined) return [];
    return more.length === 0 ? [first] : [first, `${first}.${second}`];
  });
  return [...new Set(places.flatMap((place) => [place, place.replace(/\[\]$/, '')]))].filter(
    (place) => place !== '',
  );
}

/** A document's keys from the inside. What stands beside, its address and its text say nothing of what is there. */
function inside({ names, kind, namespaces, paths }: DocumentHead, place: string): DocumentHead {
  const members = names.filter((name) => name.startsWith(`${place}.`) || name.startsWith(`${place}[]`));
  return {
    text: '',
    kind,
    namespaces,
    paths,
    names: members.map((name) => name.slice(place.length).replace(/^\./, '')),
  };
}
