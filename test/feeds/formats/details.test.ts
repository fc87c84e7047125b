import { expect, test } from 'vitest';
import { adapterNamed } from '../../../src/feeds/registry.ts';
import { listingIn } from './reading.ts';

const page = (posting: object, more: readonly object[] = []) =>
  `<!doctype html><html><head>${[posting, ...more].map((one) => `<script type="application/ld+json">${JSON.stringify(one)}</script>`).join('')}</head></html>`;
const posting = {
  '@context': 'https://schema.org',
  '@type': 'JobPosting',
  title: 'Nurse',
  description: '<p>Care for people</p>',
  datePosted: '2026-11-01',
  validThrough: '2026-12-24',
  hiringOrganization: { name: 'Acme' },
};

const boards = [
  [
    'breezy-json',
    'https://acme.breezy.hr/json',
    { id: 'a1', name: 'Nurse', url: 'https://acme.breezy.hr/p/a1-nurse' },
  ],
  [
    'rippling-json',
    'https://api.rippling.com/platform/api/ats/v1/board/acme/jobs',
    { uuid: 'a1', name: 'Nurse', url: 'https://ats.rippling.com/acme/jobs/a1' },
  ],
] as const;

test.each(boards)('%s: the text comes from the markup of the page of a job', (name, url, row) => {
  const { adapter, detail } = detailOf(name);
  const item = { index: 0, text: JSON.stringify(row) };
  expect(detail.request(item, { head: {}, url })).toEqual({ url: row.url });
  expect(listingIn(adapter, item.text, {}, url)).toMatchObject({ needsDetail: true });
  const full = detail.merge(item, page(posting));
  const listing = listingIn(adapter, full.text, {}, url);
  expect(listing).toMatchObject({
    identifier: 'a1',
    description: '<p>Care for people</p>',
    datePosted: '2026-11-01',
    validThrough: '2026-12-24',
    company: { name: 'Acme' },
  });
  expect(listing.needsDetail).toBeUndefined();
});

test.each(boards)(
  '%s: a page without the job, or with several, changes nothing, and no strange host is called',
  (name, url, row) => {
    const { detail } = detailOf(name);
    const item = { index: 0, text: JSON.stringify(row) };
    for (const other of ['<html>Sign in</html>', page(posting, [posting]), ''])
      expect(detail.merge(item, other)).toEqual(item);
    for (const change of [
      { url: 'https://elsewhere.example/1' },
      { url: 'http://169.254.169.254/' },
      { description: 'Text' },
    ])
      expect(
        detail.request({ index: 0, text: JSON.stringify({ ...row, ...change }) }, { head: {}, url }),
      ).toBeUndefined();
  },
);

test('oracle-orc-json: the texts come from the resource beside the list', () => {
  const { adapter, detail } = detailOf('oracle-orc-json');
  const api = 'https://acme.fa.us2.oraclecloud.com/hcmRestApi/resources/latest';
  const url = `${api}/recruitingCEJobRequisitions?finder=findReqs;siteNumber=CX_1,limit=25,offset=0`;
  const item = { index: 0, text: JSON.stringify({ Id: '7', Title: 'Nurse', PrimaryLocation: 'Reno, NV' }) };
  expect(detail.request(item, { head: {}, url })).toEqual({
    url: `${api}/recruitingCEJobRequisitionDetails?expand=all&onlyData=true&finder=ById;Id=%227%22,siteNumber=CX_1`,
  });
  expect(detail.request(item, { head: {} })).toBeUndefined();
  const answer = {
    items: [{ Id: '7', ExternalDescriptionStr: '<p>Care</p>', ExternalPostedEndDate: '2026-12-24' }],
  };
  expect(listingIn(adapter, detail.merge(item, JSON.stringify(answer)).text, {}, url)).toMatchObject({
    description: '<p>Care</p>',
    validThrough: '2026-12-24',
  });
});

function detailOf(name: string) {
  const adapter = adapterNamed(name);
  const detail = adapter?.paging?.detail;
  if (adapter === undefined || detail === undefined) throw new Error(`expected details of ${name}`);
  return { adapter, detail };
}
