import type { RawCompany, RawListing } from '../../../listings/raw-listing.ts';
import type { Adapter, DocumentContext, DocumentHead } from '../../adapter.ts';
import type { Tree } from '../../cut/tree.ts';
import { organizationIn } from './channel-title.ts';
import { compact, filled, textAt } from '../find.ts';
import { stated } from '../format-pages.ts';
import { xmlItems } from '../format-reading.ts';
import { readEntry } from './syndication.ts';

/** PeopleAdmin: the whole board of a school as Atom, `/postings/all_jobs.atom` or `/postings/search.atom`. */
export const peopleadminAtom: Adapter = {
  name: 'peopleadmin-atom',
  about: 'PeopleAdmin Atom of a school',
  detect,
  reads: {
    kind: 'code',
    also: {
      identifier: 'the number at the end of id',
      title: 'title',
      description: 'content',
      url: 'link[@rel=alternate]',
      datePosted: 'published',
      company: 'title of the feed; author/name is the division',
    },
  },
  cut: { kind: 'xml', elements: ['entry'] },
  parse: xmlItems(readPosting),
};

function detect(head: DocumentHead) {
  const isBoard =
    /<id>[^<]*\/postings\/(all_jobs|search|\d+)/.test(head.text) ||
    /\/postings\/[\w-]+\.atom/.test(head.url ?? '');
  return head.root === 'feed' && isBoard
    ? { confidence: 0.9, why: 'root <feed> whose ids are /postings/…' }
    : undefined;
}

function readPosting(entry: Tree, document: DocumentContext): RawListing {
  const raw = readEntry(entry, document);
  return {
    ...raw,
    ...compact<RawListing>({
      identifier: /(\d+)\/?$/.exec(raw.identifier ?? '')?.[1] ?? raw.identifier,
      company: companyOf(entry, stated(document.head, 'title')),
    }),
  };
}

/** `North Carolina State University: All Jobs`; the author is the department. */
function companyOf(entry: Tree, title: string | undefined): RawCompany | undefined {
  return filled<RawCompany>({ name: organizationIn(title), division: textAt(entry, 'author/name') });
}
