import { expect, test } from 'vitest';
import { channelOf } from '../../src/feeds/detect/channel.ts';

const read = (text: string) => channelOf(new TextEncoder().encode(text));

test('the channel of RSS 2.0 is read although its items are cut off', async () => {
  expect(
    await read(`<?xml version="1.0"?><rss version="2.0"><channel><title>County of Kern - Job Openings</title><link>https://kern.example</link>
<language>en-us</language><generator>NEOGOV</generator><lastBuildDate>Mon, 02 Nov 2026 08:00:00 GMT</lastBuildDate><item><title>Nurse</ti`),
  ).toMatchObject({
    title: 'County of Kern - Job Openings',
    language: 'en-us',
    generator: 'NEOGOV',
    updated: 'Mon, 02 Nov 2026 08:00:00 GMT',
  });
});

test('the channel of Atom is read', async () => {
  expect(
    await read(
      `<feed xmlns="http://www.w3.org/2005/Atom"><title>State University</title><updated>2026-11-02T08:00:00Z</updated><entry><title>x</title></entry></feed>`,
    ),
  ).toMatchObject({ title: 'State University', updated: '2026-11-02T08:00:00Z' });
});

test('the channel of RSS 1.0, which ends before its items, is read', async () => {
  expect(
    await read(
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel rdf:about="x"><title>Town</title></channel><item rdf:about="y"><title>Clerk</title></item></rdf:RDF>`,
    ),
  ).toMatchObject({ title: 'Town' });
});

test('a channel without an item is read whole', async () => {
  expect(await read('<rss version="2.0"><channel><title>Empty</title></channel></rss>')).toMatchObject({
    title: 'Empty',
  });
});

test.each(['{"jobs":[]}', '<source><job/></source>', '<rss version="2.0"><channel><title>a<b</channel>', ''])(
  'no channel is made of %j',
  async (text) => {
    expect(await read(text)).toBeUndefined();
  },
);
