import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

export type FeedFormat = 'xml' | 'rss' | 'csv' | 'json';

export type GeneratedFeed = {
  readonly format: FeedFormat;
  readonly bytes: number;
  readonly seed: number;
  /** The share of jobs whose text differs from that of another revision. */
  readonly changedShare?: number;
};

/** Writes a feed of about so many bytes, about 4 kB a job; the same for the same seed. */
export async function writeFeed(path: string, feed: GeneratedFeed): Promise<void> {
  const { before, item, between, after } = formats[feed.format];
  const out = createWriteStream(path, { highWaterMark: 4 * 1024 * 1024 });
  out.write(before);
  for (let written = 0, index = 0; written < feed.bytes; index += 1) {
    const text = `${index === 0 ? '' : between}${item(jobOf(index, feed))}`;
    written += text.length;
    if (!out.write(text)) await once(out, 'drain');
  }
  out.end(after);
  await once(out, 'finish');
}

type Job = ReturnType<typeof jobOf>;

const formats: Readonly<
  Record<FeedFormat, { before: string; item: (job: Job) => string; between: string; after: string }>
> = {
  xml: {
    before: '<?xml version="1.0" encoding="utf-8"?>\n<source><publisher>Acme</publisher>\n',
    between: '',
    after: '</source>\n',
    item: (job) => `<job>
  <title><![CDATA[${job.title}]]></title>
  <date><![CDATA[${job.date}]]></date>
  <referencenumber><![CDATA[${job.id}]]></referencenumber>
  <url><![CDATA[${job.url}]]></url>
  <company><![CDATA[${job.company}]]></company>
  <city><![CDATA[${job.city}]]></city>
  <state><![CDATA[MA]]></state>
  <country><![CDATA[US]]></country>
  <postalcode><![CDATA[${job.postalCode}]]></postalcode>
  <description><![CDATA[${job.description}]]></description>
  <salary><![CDATA[${job.salary}]]></salary>
  <jobtype><![CDATA[fulltime]]></jobtype>
  <category><![CDATA[Engineering]]></category>
</job>
`,
  },
  rss: {
    before:
      '<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0"><channel><title>Acme</title><link>https://jobs.example.org/</link>\n',
    between: '',
    after: '</channel></rss>\n',
    item: (job) => `<item>
  <title>${job.title} - ${job.city}</title>
  <link>${job.url.replaceAll('&', '&amp;')}</link>
  <guid isPermaLink="false">${job.id}</guid>
  <pubDate>Fri, 20 Nov 2026 10:00:00 GMT</pubDate>
  <category>Engineering</category>
  <description><![CDATA[${job.description}]]></description>
</item>
`,
  },
  csv: {
    before:
      'id,title,company,city,state,country,postal_code,url,date_posted,job_type,salary,category,description\r\n',
    between: '',
    after: '',
    item: (job) =>
      `${job.id},${job.title},"${job.company}",${job.city},MA,US,${job.postalCode},${job.url},${job.date},fulltime,${job.salary},Engineering,"${job.description.replaceAll('"', '""')}"\r\n`,
  },
  json: {
    before: '{"company":"Acme","jobs":[\n',
    between: ',\n',
    after: ']}\n',
    item: (job) =>
      JSON.stringify({
        id: job.id,
        title: job.title,
        company: { name: job.company },
        location: { city: job.city, state: 'MA', country: 'US', postal_code: job.postalCode },
        url: job.url,
        date_posted: job.date,
        employment_type: ['fulltime'],
        salary: job.salary,
        category: 'Engineering',
        remote: false,
        description: job.description,
      }),
  },
};

/** A description of HTML, as long as those of feeds are; the same for the same number. */
export function descriptionOf(index: number): string {
  const random = seeded(index * 2_654_435_761);
  return htmlOf(lengthOf(random()), pickBy(random));
}

const pickBy = (random: () => number) => (from: readonly string[]) =>
  from[Math.floor(random() * from.length)] ?? '';

function jobOf(index: number, { seed, changedShare = 0 }: GeneratedFeed) {
  const random = seeded(seed + index * 2_654_435_761);
  const pick = pickBy(random);
  const isChanged =
    changedShare > 0 && Math.floor(index * changedShare) !== Math.floor((index + 1) * changedShare);
  return {
    id: `R-${index}`,
    title: `${pick(levels)} ${pick(roles)}`,
    company: pick(companies),
    city: pick(cities),
    date: `2026-0${1 + (index % 9)}-1${index % 9}T08:00:00Z`,
    url: `https://jobs.example.org/view?id=${index}&src=feed`,
    postalCode: `0${1000 + (index % 9000)}`,
    salary: `$${20 + (index % 60)} per hour`,
    description: `${htmlOf(lengthOf(random()), pick)}${isChanged ? '<p>Updated.</p>' : ''}`,
  };
}

/**
 * How long descriptions are, in characters: the twenty parts of those in the open corpus (1,411 listings, from 61 to 7,568), stretched
 * so that a job with its markup comes to 4 kB.
 */
const lengths = [
  100, 560, 1_500, 2_250, 2_600, 2_930, 2_940, 2_950, 3_100, 3_400, 3_580, 3_700, 3_820, 3_970, 4_120, 4_350,
  4_700, 5_300, 6_000, 7_550, 12_100,
] as const;

/** A length of the distribution, where `at` is from 0 to 1. */
function lengthOf(at: number): number {
  const place = at * (lengths.length - 1);
  const [low = 0, high = low] = lengths.slice(Math.floor(place), Math.floor(place) + 2);
  return Math.round(low + (high - low) * (place % 1));
}

function htmlOf(length: number, pick: (from: readonly string[]) => string): string {
  let html = '';
  for (let part = 0; html.length < length; part += 1) {
    if (part % 4 === 3)
      html += `<h3>${pick(headings)}</h3>\n<ul><li>${pick(sentences)}</li><li>${pick(sentences)}</li></ul>\n`;
    else html += `<p>${pick(sentences)} ${pick(sentences)} ${pick(sentences)}</p>\n`;
  }
  return html;
}

function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const levels = ['Junior', 'Senior', 'Staff', 'Assistant', 'Lead', 'Graduate', 'Summer'];
const roles = [
  'Software Engineer',
  'Nurse',
  'Data Analyst',
  'Accountant',
  'Research Associate',
  'Teacher',
  'Electrician',
];
const companies = ['Acme & Sons', 'Globex', 'Initech', 'Umbrella Health', 'Stark Labs', 'Wayne Foundation'];
const cities = ['Boston', 'Cambridge', 'Worcester', 'Lowell', 'São Paulo', 'Zürich'];
const headings = ['Responsibilities', 'What you bring', 'Minimum qualifications', 'Benefits', 'How to apply'];
const sentences = [
  'You will work with a small team that ships to customers every week and reads what they write back.',
  'We look for curiosity, care for detail, and the patience to explain a hard thing to somebody new.',
  'Benefits include health insurance from the first day, a retirement plan and twenty-five days of vacation.',
  'The position reports to the director of the department and may include some travel within the region.',
  'Applicants need a degree in a related field or equal experience, and the right to work in the country.',
  'Our laboratories &amp; workshops are open day and night; <a href="https://example.org/safety">safety training</a> is part of the first month.',
  'Equal opportunity is law and habit here: all qualified applicants are considered – whoever they are.',
];
