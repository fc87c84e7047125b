import { createWriteStream } from 'node:fs';
import { once } from 'node:events';

export type GeneratedFeed = {
  readonly bytes: number;
  readonly seed: number;
  /** The share of jobs whose text differs from that of another revision. */
  readonly changedShare?: number;
  readonly format?: 'indeed' | 'rss';
};

/** Writes a feed of about so many bytes, about 4 kB a job with CDATA; the same for the same seed. */
export async function writeFeed(path: string, feed: GeneratedFeed): Promise<number> {
  const out = createWriteStream(path, { highWaterMark: 4 * 1024 * 1024 });
  const rss = feed.format === 'rss';
  const [before, after] = rss
    ? [
        '<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0"><channel><title>Acme</title>\n',
        '</channel></rss>\n',
      ]
    : ['<?xml version="1.0" encoding="utf-8"?>\n<source><publisher>Acme</publisher>\n', '</source>\n'];
  out.write(before);
  let written = before.length;
  let jobs = 0;
  for (; written < feed.bytes; jobs += 1) {
    const job = rss ? rssItem(jobs, feed) : indeedJob(jobs, feed);
    written += job.length;
    if (!out.write(job)) await once(out, 'drain');
  }
  out.end(after);
  await once(out, 'finish');
  return jobs;
}

function indeedJob(index: number, feed: GeneratedFeed): string {
  const job = jobOf(index, feed);
  return `<job>
  <title><![CDATA[${job.title}]]></title>
  <date><![CDATA[2026-0${1 + (index % 9)}-1${index % 9}T08:00:00Z]]></date>
  <referencenumber><![CDATA[R-${index}]]></referencenumber>
  <url><![CDATA[https://jobs.example.org/view?id=${index}&src=feed]]></url>
  <company><![CDATA[${job.company}]]></company>
  <city><![CDATA[${job.city}]]></city>
  <state><![CDATA[MA]]></state>
  <country><![CDATA[US]]></country>
  <postalcode><![CDATA[0${1000 + (index % 9000)}]]></postalcode>
  <description><![CDATA[${job.description}]]></description>
  <salary><![CDATA[$${20 + (index % 60)} per hour]]></salary>
  <jobtype><![CDATA[fulltime]]></jobtype>
  <category><![CDATA[Engineering]]></category>
</job>
`;
}

function rssItem(index: number, feed: GeneratedFeed): string {
  const job = jobOf(index, feed);
  return `<item><title>${job.title}</title><link>https://jobs.example.org/${index}</link><guid>R-${index}</guid><pubDate>Fri, 20 Nov 2026 10:00:00 GMT</pubDate><description><![CDATA[${job.description}]]></description></item>\n`;
}

function jobOf(index: number, { seed, changedShare = 0 }: GeneratedFeed) {
  const random = seeded(seed + index * 2_654_435_761);
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? '';
  const title = `${pick(levels)} ${pick(roles)}`;
  const [company, city] = [pick(companies), pick(cities)];
  const paragraphs = Array.from(
    { length: 9 },
    () => `<p>${pick(sentences)} ${pick(sentences)} ${pick(sentences)}</p>`,
  );
  const isChanged =
    changedShare > 0 && Math.floor(index * changedShare) !== Math.floor((index + 1) * changedShare);
  return {
    title,
    company,
    city,
    description: `${paragraphs.join('\n')}\n<ul><li>${pick(sentences)}</li><li>${pick(sentences)}</li></ul>${isChanged ? '<p>Updated.</p>' : ''}`,
  };
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
const sentences = [
  'You will work with a small team that ships to customers every week and reads what they write back.',
  'We look for curiosity, care for detail, and the patience to explain a hard thing to somebody new.',
  'Benefits include health insurance from the first day, a retirement plan and twenty-five days of vacation.',
  'The position reports to the director of the department and may include some travel within the region.',
  'Applicants need a degree in a related field or equal experience, and the right to work in the country.',
  'Our laboratories &amp; workshops are open day and night; safety training is part of the first month.',
  'Equal opportunity is law and habit here: all qualified applicants are considered – whoever they are.',
];
