import { describe, expect, test } from 'vitest';
import { answersOfAdvert } from '../../src/submissions/advert/advert-answers.ts';
import { readAdvertAt, readAdvertPasted } from '../../src/tasks/form/read-advert.ts';
import { entriesFor } from '../../src/faces/form/suggestions.ts';
import type { Answers } from '../../src/submissions/submission-answers.ts';
import { problemsOf } from '../../src/submissions/rules/question.ts';
import { steps } from '../../src/submissions/steps.ts';
import { bounded } from '../fuzz/bounds.ts';
import { someAnswers, someTerms } from './answers-maker.ts';
import { manualClock } from '../setup/clock.ts';

/** What the form takes at most. */
const LONGEST = 250_000;

test.each(['a', '&', '* ', ': ', '#', 'a\u2028', '<div>', '<template>', '<p>', '<b>'])(
  'an advert made of “%s” to keep its reader busy is read at once',
  async (unit) => {
    const text = `<h1>Cook</h1>${unit.repeat(LONGEST / unit.length)}x`;
    for (const pasted of [text, text.slice('<h1>Cook</h1>'.length), `- ${text}`])
      expect(['read', 'nothing']).toContain((await bounded(() => readAdvertPasted(pasted))).kind);
  },
);

const answersOf = async (text: string) => {
  const read = await readAdvertPasted(text);
  if (read.kind !== 'read') throw new Error(read.kind);
  return answersOfAdvert(read, someTerms(), entriesFor);
};

const duties =
  'You help three attorneys with filing, research and letters to clients, keep the calendar of the court and learn how a case grows. ' +
  'We look for somebody who writes well and likes order.';

describe('an advert that was pasted', () => {
  test('an advert is understood line by line', async () => {
    const answers = await answersOf(`Paralegal Assistant

Company: Harbor & Finch LLP
Location: Boston, MA
Employment type: Part-time
Pay: $24 - $29.50 per hour
Hours: 20
Deadline: December 15, 2026
Openings: 2
Job ID: HF-118
Benefits: Health insurance and a pass for the T.

${duties}

Apply: https://harborfinch.example/careers/118`);
    expect(answers).toMatchObject({
      job_title: ['Paralegal Assistant'],
      empname: ['Harbor & Finch LLP'],
      city: ['Boston'],
      state: ['US-MA'],
      country: ['US'],
      mode: ['site'],
      job_type: ['Part-time'],
      paid: ['range'],
      min: ['24'],
      max: ['29.50'],
      unit: ['hour'],
      currency: ['USD'],
      hours_per_week: ['20'],
      until: ['2026-12-15'],
      num_openings: ['2'],
      req_id: ['HF-118'],
      benefits: ['Health insurance and a pass for the T.'],
      resume_mode: ['web'],
      apply_url: ['https://harborfinch.example/careers/118'],
    });
    expect(answers['job_desc']?.[0]).toContain('three attorneys');
    expect(answers['job_desc']?.[0]).not.toContain('Deadline');
    expect(answers['job_function']).toEqual(['Legal']);
  });

  test('what stands under a heading about the employer describes it, and stays in the description', async () => {
    const about = 'A law firm of forty people for shipping and insurance in Boston.';
    const answers = await answersOf(
      `Paralegal Assistant\nCompany: Harbor Finch\n\n${duties}\n\nAbout Harbor Finch\n${about}\n\nApply: jobs@harborfinch.example`,
    );
    expect(answers['description']).toEqual([about]);
    expect(answers['job_desc']?.[0]).toContain(about);
    expect((await answersOf(`Paralegal Assistant\n${duties}`))['description']).toBeUndefined();
  });

  test('answers nothing that it does not say', async () => {
    const answers = await answersOf(`Gardener\n\n${duties}`);
    expect(Object.keys(answers).toSorted()).toEqual(
      expect.not.arrayContaining(['city', 'paid', 'until', 'resume_mode', 'empname', 'job_type']),
    );
  });

  test('an end that is over, or later than jobs are shown, is asked for anew', async () => {
    expect((await answersOf(`Gardener\nDeadline: May 1, 2026\n${duties}`))['until']).toBeUndefined();
    expect((await answersOf(`Gardener\nDeadline: May 1, 2027\n${duties}`))['until']).toBeUndefined();
  });

  test('people who apply by mail get the address of the advert', async () => {
    expect(await answersOf(`Gardener\n${duties}\nHow to apply: write to garden@example.org`)).toMatchObject({
      resume_mode: ['email'],
      resume_email: ['garden@example.org'],
    });
  });

  test('markup of a posting is read by its adapter', async () => {
    const posting = {
      '@context': 'https://schema.org',
      '@type': 'JobPosting',
      title: 'Night Baker',
      description: `<p>${duties}</p>`,
      identifier: '7',
      hiringOrganization: { '@type': 'Organization', name: 'Crust & Co', sameAs: 'https://crust.example' },
      jobLocationType: 'TELECOMMUTE',
      applicantLocationRequirements: { '@type': 'Country', name: 'US' },
    };
    expect(await answersOf(JSON.stringify(posting))).toMatchObject({
      job_title: ['Night Baker'],
      empname: ['Crust & Co'],
      website: ['https://crust.example'],
      mode: ['remote'],
    });
  });

  test('a page without markup gives its heading and its main part', async () => {
    const answers = await answersOf(
      `<!doctype html><title>Careers</title><nav>Home</nav><main><h1>Night Baker</h1><p>${duties}</p></main><footer>Imprint</footer>`,
    );
    expect(answers['job_title']).toEqual(['Night Baker']);
    expect(answers['job_desc']?.[0]).toContain('three attorneys');
    expect(answers['job_desc']?.[0]).not.toMatch(/Home|Imprint|Night Baker/);
  });
});

const reading = (respond: (url: string) => Response) =>
  readAdvertAt(
    {
      fetch: async (url) => respond(url),
      clock: manualClock(new Date('2026-11-20T15:42:00Z')),
      userAgent: 'Quadwire/1',
      allowPrivate: [],
    },
    'https://crust.example/jobs/7',
  );

/** What stands on the pages before anybody answers: usual choices, and the first place is the employer's. */
const standing = (answers: Answers): Answers => ({
  num_openings: ['1'],
  until: ['2026-12-20'],
  mode: ['site'],
  empcountry: ['US'],
  country: ['US'],
  city: answers['empcity'] ?? [],
  state: answers['empstate'] ?? [],
  paid: ['range'],
  unit: ['hour'],
  currency: ['USD'],
  travel: ['0'],
  resume_mode: ['web'],
  show_contact_info: ['no'],
  ...answers,
});

/** How many inputs somebody still has to answer; each declaration is one, lowest and highest pay are two. */
const inputsLeft = (answers: Answers): number => {
  const all = standing(answers);
  const missing = steps.flatMap(({ questions }) => problemsOf(questions, all, someTerms()));
  const more = { declare: 2, min: 1 } as const;
  const own = missing.filter(({ id }) => !['city', 'state'].includes(id));
  return own.reduce((sum, { id }) => sum + 1 + (id === 'declare' || id === 'min' ? more[id] : 0), 0);
};

describe('how much a job takes', () => {
  const whole = someAnswers();
  const typed = (answers: Answers) => {
    const left = steps.flatMap(({ fields }): readonly string[] => fields).filter((name) => !answers[name]);
    return left.flatMap((name) => whole[name] ?? []).join('').length;
  };

  test('at most 25 inputs are required', () => {
    expect(inputsLeft({})).toBe(24);
  });

  test('an advert leaves less than half of the typing', async () => {
    const read = await answersOf(
      `Paralegal Assistant\nCompany: Harbor & Finch LLP\nLocation: Boston, MA\nEmployment type: Full-time\nPay: $24 - $29.50 per hour\n\n${duties} ${duties}\n\nApply: https://harborfinch.example/careers/118`,
    );
    expect(inputsLeft(read)).toBeLessThanOrEqual(14);
    expect(typed(read)).toBeLessThan(typed({}) / 2);
  });
});

describe('an advert at an address', () => {
  test('an advert is fetched and read', async () => {
    const page = `<!doctype html><main><h1>Night Baker</h1><p>${duties}</p></main>`;
    const read = await reading((url) =>
      url.endsWith('robots.txt')
        ? new Response('', { status: 404 })
        : new Response(page, { headers: { 'content-type': 'text/html' } }),
    );
    expect(read).toMatchObject({ kind: 'read', listing: { job: { job_title: 'Night Baker' } } });
  });

  test('an advert is read in the character set of its page', async () => {
    const page = `<!doctype html><meta charset="windows-1252"><main><h1>Caf\u00e9 Cook</h1><p>${duties}</p></main>`;
    const read = await reading((url) =>
      url.endsWith('robots.txt')
        ? new Response('', { status: 404 })
        : new Response(Buffer.from(page, 'latin1'), { headers: { 'content-type': 'text/html' } }),
    );
    expect(read).toMatchObject({ listing: { job: { job_title: 'Caf\u00e9 Cook' } } });
  });

  test('a pasted page is text already, whatever its meta element says', async () => {
    const page = `<meta charset="shift_jis"><main><h1>Caf\u00e9 Cook</h1><p>${duties}</p></main>`;
    expect(await readAdvertPasted(page)).toMatchObject({ listing: { job: { job_title: 'Caf\u00e9 Cook' } } });
  });

  test('an advert is left alone where its site excludes programs', async () => {
    const read = await reading(() => new Response('User-agent: *\nDisallow: /'));
    expect(read).toEqual({ kind: 'closed', answered: 'its site keeps programs out' });
  });

  test('a redirect into a private network is not followed, and nothing is said of what is there', async () => {
    const asked: string[] = [];
    const read = await reading((url) => {
      asked.push(url);
      return url.endsWith('robots.txt')
        ? new Response('', { status: 404 })
        : new Response(null, { status: 302, headers: { location: 'http://169.254.169.254/latest' } });
    });
    expect(read).toEqual({ kind: 'closed', answered: 'nobody answered there' });
    expect(asked.some((url) => url.includes('169.254'))).toBe(false);
  });

  test('a list of jobs is none of them', async () => {
    const jobs = [1, 2, 3].map((id) => ({
      '@context': 'https://schema.org',
      '@type': 'JobPosting',
      identifier: String(id),
      title: `Baker ${id}`,
      description: duties,
    }));
    const read = await reading((url) =>
      url.endsWith('robots.txt')
        ? new Response('', { status: 404 })
        : new Response(`<script type="application/ld+json">${JSON.stringify(jobs)}</script>`, {
            headers: { 'content-type': 'text/html' },
          }),
    );
    expect(read).toEqual({ kind: 'several', jobs: 3 });
  });
});
