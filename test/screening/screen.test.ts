import { describe, expect, test } from 'vitest';
import { subjectOf } from '../../src/screening/listing-subject.ts';
import { proofOf, sensitiveChanges } from '../../src/screening/proof.ts';
import { screen } from '../../src/screening/screen.ts';
import type { Context, Subject } from '../../src/screening/subject.ts';
import { aSubject, confirmed } from './subject-maker.ts';

const scoreOf = (over: Partial<Subject>, context: Context = confirmed) =>
  screen(aSubject(over), context).score;

const band = (over: Partial<Subject>, context: Context) => screen(aSubject(over), context).band;

describe('honest jobs that look suspicious stay below review', () => {
  test.each<[string, Partial<Subject>]>([
    [
      'a teller counts money as a trade',
      {
        text: 'Process deposits, withdrawals, check cashing and money orders for customers, balance a cash drawer. Credit check paid by the bank. $19/hr, interviews at the branch.',
      },
    ],
    [
      'a bookkeeper pays bills',
      {
        text: 'Process vendor invoices, prepare weekly check runs and wire transfers, reconcile bank statements with our controller. $20/h.',
      },
    ],
    [
      'a mailroom handles parcels',
      {
        text: 'Receive and sort packages for residents, hand them out against ID and print return labels in the mailroom. $15/h.',
      },
    ],
    [
      'a shop sells gift cards',
      { text: 'Work the register, sell gift cards, shelve books. $16/h, 12 hours weekly.' },
    ],
    [
      'an editor writes for Telegram',
      {
        text: 'Write updates for our newsletters, WhatsApp and Telegram channels. Paid internship, $18/h, 20 hours.',
      },
    ],
    [
      'an employer pays the fee',
      {
        text: 'We pay you $15/h during the course and reimburse the $98 exam fee, which is paid to the registry, not to us.',
      },
    ],
    [
      'a family wants to meet first',
      {
        employer: 'The Alvarez family',
        text: "After-school care for two kids near campus, 3-6 pm, $22/h. Please call, we'd like to meet you at the library first.",
      },
    ],
    [
      'a landlord takes deposits',
      {
        text: 'Show apartments, collect application fees and security deposits, receive packages for residents. $17/h.',
      },
    ],
    [
      'papers come after hiring',
      {
        text: 'Enter intake forms onsite, $18.75/hr. SSN is collected by HR after hire through Workday for I-9 and payroll only.',
      },
    ],
    [
      'an intern is paid well for skill',
      {
        text: "Ten-week onsite internship, $110/hour. Statistical models in Python. Three technical interviews. PhD or master's students.",
      },
    ],
    [
      'a small shop has neither site nor own mail',
      { email: 'cornerbooks@gmail.com', website: undefined, text: 'Sell books, $16/h.' },
    ],
  ])('%s', (_fact, over) => {
    const { website, ...rest } = aSubject(over);
    const subject = website === undefined ? rest : { ...rest, website };
    expect(screen(subject, confirmed).score).toBeLessThan(20);
  });
});

describe('bands', () => {
  const check = 'You get a cheque in advance; buy the supplies from it and wire the rest to our decorator.';

  test('a clean form job goes on by itself from proof 2; below, staff see it', () => {
    expect(band({}, { proof: 2 })).toBe('clear');
    expect(band({}, { proof: 1 })).toBe('review');
  });

  test('a clean feed job goes on by itself: its employer was vouched for by whoever added the feed', () => {
    expect(band({ origin: 'feed' }, { proof: 0 })).toBe('clear');
  });

  test('money to pass on forces review whatever proof says', () => {
    const screening = screen(aSubject({ text: check }), { proof: 4 });
    expect(screening).toMatchObject({ forced: true, band: 'review' });
  });

  test('80 points stop a job', () => {
    const text = `${check} No interview. Text your bank details to 415-555-0162.`;
    expect(band({ text }, { proof: 1 })).toBe('stopped');
    expect(scoreOf({ text })).toBeLessThanOrEqual(100);
  });

  test('what little is known of an employer counts 20 at most, and 18 if it can be called', () => {
    const unknown: Subject = {
      origin: 'form',
      title: 'Help',
      employer: 'Books',
      email: 'books@gmail.com',
      text: 'Sell books.',
    };
    expect(screen(unknown, confirmed).score).toBe(20);
    expect(screen({ ...unknown, phone: '617-555-0144' }, confirmed).score).toBe(18);
  });
});

describe('proof', () => {
  const subject = aSubject();
  test.each([
    [0, {}],
    [1, { mailConfirmed: true }],
    [2, { mailConfirmed: true, siteAnswers: true }],
    [3, { knownToSchool: true }],
    [4, { documentOrCallBack: true }],
  ] as const)('level %i: %o', (level, facts) => {
    expect(proofOf(subject, facts)).toBe(level);
  });

  test('a free mail address proves no site', () => {
    expect(
      proofOf(
        { ...subject, email: 'x@gmail.com', website: 'https://gmail.com' },
        { mailConfirmed: true, siteAnswers: true },
      ),
    ).toBe(1);
  });

  test('a change of mail, apply address, pay or employer needs staff again; a change of text does not', () => {
    const approved = { email: 'a@b.example', employer: 'Corner Books', pay: '$16/h' };
    expect(sensitiveChanges(approved, { ...approved })).toEqual([]);
    expect(sensitiveChanges(approved, { ...approved, pay: '$60/h', applyUrl: 'https://x.example' })).toEqual([
      'applyUrl',
      'pay',
    ]);
  });
});

describe('disguises', () => {
  const asks = 'You get a check in advance; deposit it, keep your pay and Zelle the rest to our supplier.';

  test.each([
    [
      'digits among letters',
      asks.replace('check', 'ch3ck').replace('deposit', 'dep0sit').replace('Zelle', 'Ze11e'),
    ],
    ['letters apart', asks.replace('check', 'c h e c k').replace('deposit', 'd e p o s i t')],
    ['letters of another script', asks.replace('check', 'chеck').replace('deposit', 'depоsit')],
  ])('%s hide nothing', (_, text) => {
    expect(text).not.toBe(asks);
    expect(scoreOf({ text })).toBeGreaterThanOrEqual(scoreOf({ text: asks }));
  });

  test.each([
    'Repair amplifiers of 10 kΩ to 47kΩ and count β-cells of some μm; grades A B C D are fine.',
    'Support H1B and O1 visas, the 401k and level2 tickets; call of gr33n-team@books.example.',
  ])('what only resembles one speaks against nobody: %s', (text) => {
    expect(scoreOf({ text })).toBe(scoreOf({ text: 'Sell books.' }));
  });

  test('what a school is sent for people to read is screened, the description of the employer too', () => {
    const listing = {
      jobId: '1',
      job: { job_title: 'Clerk', duration: 'one term' },
      employer: { empname: 'Corner Books', description: asks },
      descriptionText: 'Sell books.',
      places: [],
      provenance: {},
      warnings: [],
      quality: 100,
    };
    const { text } = subjectOf(listing, 'feed');
    expect(text).toBe(`Sell books.\none term\n${asks}`);
  });
});
