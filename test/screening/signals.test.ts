import { describe, expect, test } from 'vitest';
import { screen } from '../../src/screening/screen.ts';
import type { Context, FingerprintKind, Subject } from '../../src/screening/subject.ts';
import { aSubject, confirmed } from './subject-maker.ts';

const heard = (over: Partial<Subject>, context: Context = confirmed) =>
  screen(aSubject(over), context).signals.map(({ id }) => id);

describe('what a job asks for', () => {
  test.each([
    [
      'passes-money-on',
      'You get a cheque in advance; buy the supplies from it and wire the rest to our decorator.',
    ],
    ['passes-money-on', 'Our buyers pay into your account, you keep 8% and pass the remainder along to us.'],
    [
      'passes-money-on',
      "I'll pay with a cashier's check that has the florist's money too; please get it to her.",
    ],
    [
      'passes-money-on',
      "Vous recevrez un chèque, vous l'encaissez et vous envoyez le reste à mon fournisseur.",
    ],
    ['untraceable-payment', 'Transfers land with you, you convert them to bitcoin at the kiosk.'],
    ['untraceable-payment', 'Pick up six Steam cards for the children and send pictures of the codes.'],
    ['pays-first', 'Registration is 35 dollars only and is refunded after your tenth page.'],
    ['pays-first', 'Before your first shift you deposit 90 USD for the bag with our supervisor.'],
    ['asks-for-papers', 'Send both sides of your debit card so that we can load your stipend.'],
    ['asks-for-papers', 'Scan your passport and send it with a utility bill.'],
    ['asks-for-passwords', 'To be considered, enter your username and passcode at the link.'],
    ['asks-for-passwords', 'Read the numbers you receive by SMS into our app.'],
    ['borrows-identity', 'Keep our box with 20 SIM cards plugged in at your room. 250 per month, no effort.'],
    [
      'reshipping',
      'Small packets arrive at your residence; put on the label we email you and bring them to the post office.',
    ],
    ['reshipping', 'Pakete zu Hause annehmen, neu etikettieren und zur Post bringen.'],
    [
      'paid-clicks',
      'Optimise sets of 40 products a day on our platform, commission for each order task, daily.',
    ],
    ['advertising-on-things', 'Have our logo on your car and get $350 each week.'],
    ['absent-employer', 'I am at a symposium and need an assistant to order supplies for me.'],
    ['text-a-number', 'Kindly message +1 (415) 555-0162 on WhatsApp to get your briefing.'],
    ['text-a-number', 'Download Telegram and write to Mrs. Grant.'],
    ['no-interview', 'The interview is conducted through Signal messenger.'],
    ['already-chosen', 'Our office found your details and you have been selected.'],
    ['avoids-school-mail', 'Reply from a non-school address.'],
    ['hurries', 'Limited slots, valid for 24 hours.'],
    ['selling-scheme', 'Build a team, earn overrides and residual income.'],
    ['pay-too-high', 'Simple tasks for students, $550 a week for ten minutes, 10 hours per week.'],
  ])('%s: %s', (id, text) => {
    expect(heard({ text })).toContain(id);
  });
});

describe('who asks', () => {
  test.each<[string, Partial<Subject>]>([
    ['free-mail-despite-site', { email: 'cornerbooks@gmail.com' }],
    ['other-mail-domain', { email: 'hr@elsewhere.example' }],
    [
      'look-alike',
      { email: 'hr@northgatebank-careers.example', website: 'https://northgatebank-careers.example' },
    ],
    ['look-alike', { email: 'hr@northgatebamk.example', website: 'https://northgatebamk.example' }],
    ['impersonation', { employer: 'Northgate Bank', email: 'northgate.hr@gmail.com' }],
    ['campus-name-outside-mail', { employer: 'Department of Chemistry', email: 'prof.ortiz@gmail.com' }],
    ['student-mail', { email: 'mlopez@students.harlow.example' }],
    ['site-is-a-page', { website: 'https://www.instagram.com/corner.books' }],
    ['apply-by-detour', { applyUrl: 'https://bit.ly/3xjob' }],
    ['hidden-letters', { employer: 'Cor\u200bner Books' }],
    ['hidden-letters', { employer: 'Cоrner Books' }],
    ['hidden-markup', { hidden: ['hidden text'] }],
    ['hidden-markup', { origin: 'feed', hidden: ['tracking pixel'] }],
    ['throwaway-mail', { email: 'hr@mail.mailinator.com', website: 'https://mailinator.com' }],
    ['throwaway-mail', { origin: 'feed', email: 'hr@yopmail.com' }],
    ['address-is-a-mailbox', { street: 'P.O. Box 114' }],
    ['address-is-a-mailbox', { street: '12 Elm Street, Apt 4B' }],
    ['odd-phone', { phone: '617-555-01', countries: ['US'] }],
    ['odd-phone', { phone: '+44 20 7946 0123', countries: ['US'] }],
    ['odd-phone', { phone: '+44 70 1234 5678', countries: ['GB'] }],
    ['other-name-in-mail', { contactName: 'Karen Whitfield', email: 'dmoss1987@gmail.com' }],
  ])('%s: %o', (id, over) => {
    expect(heard(over)).toContain(id);
  });

  test('an employer known by its own domain is trusted, one that borrows its name is not', () => {
    const own = {
      employer: 'Northgate Bank',
      email: 'campus@northgatebank.example',
      website: 'https://www.northgatebank.example',
    };
    expect(heard(own)).toEqual(['proven-employer']);
  });
});

describe('what else is known', () => {
  test.each<[string, Partial<Context>]>([
    ['new-domain', { network: { domainAgeDays: 5 } }],
    ['dead-domain', { network: { siteAnswers: false } }],
    ['risk-list', { network: { listedHost: 'cornerbooks.example' } }],
    ['like-a-rejected-post', { history: { likenessToRejected: 0.8 } }],
    ['contact-of-a-rejected-post', { history: { sharedWithRejected: ['phone'] } }],
    ['contact-of-a-rejected-post', { history: { sharedWithRejected: ['device'] } }],
    ['phone-of-many', { history: { employersOfSamePhone: 4 } }],
    ['one-text-many-names', { history: { employersOfSameText: 4 } }],
    ['burst', { history: { postsLastHourOfMail: 6 } }],
    ['not-typed', { behavior: { honeypotFilled: true } }],
    ['not-typed', { behavior: { secondsToSend: 1 } }],
    ['from-a-server', { behavior: { fromHosting: true } }],
    ['good-record', { history: { approvedPosts: 9, monthsSinceFirstApproved: 13 } }],
    ['own-feed', { history: { ownFeedAndApplyHost: true } }],
  ])('%s: %o', (id, facts) => {
    expect(heard({}, { ...confirmed, ...facts })).toEqual([id]);
  });

  test.each([
    [3, 30],
    [20, 20],
    [60, 10],
    [100, 0],
  ])('a domain %i days old counts %i', (domainAgeDays, points) => {
    expect(screen(aSubject(), { proof: 1, network: { domainAgeDays } }).score).toBe(points);
  });
});

describe('what proves little is not held against anybody', () => {
  test.each<[string, Partial<Subject>]>([
    ['a number of the country of its employer, abroad', { phone: '+49 30 901820', countries: ['DE', 'US'] }],
    ['a number with an extension', { phone: '(617) 253-1000 ext. 12', countries: ['US'] }],
    ['a number where no country is named', { phone: '0151 234' }],
    ['initials in the mailbox', { contactName: 'Karen Whitfield', email: 'kwhit@cornerbooks.example' }],
    ['a short form of the name', { contactName: 'Michael Obi', email: 'micha.o@cornerbooks.example' }],
    [
      'a mailbox of the shop',
      { contactName: 'Karen Whitfield', email: 'cornerbookshop@cornerbooks.example' },
    ],
    ['a mailbox of an office', { contactName: 'Karen Whitfield', email: 'hiring@cornerbooks.example' }],
    [
      'a mail at another domain that the directory has for the employer',
      { employer: 'Northgate Bank', email: 'hr@northgatebank.example', website: 'https://ngb.example' },
    ],
    ['a street and a suite', { street: '400 Main Street, Suite 210' }],
  ])('%s', (_, over) => {
    expect(heard(over)).toEqual([]);
  });

  test('a name that is not in the mailbox counts three points, and a shared network half of a shared device', () => {
    const stranger = { contactName: 'Karen Whitfield', email: 'dmoss1987@cornerbooks.example' };
    expect(screen(aSubject(stranger), confirmed).score).toBe(3);
    const kinds: readonly FingerprintKind[][] = [['network'], ['network', 'device']];
    const scores = kinds.map(
      (shared) => screen(aSubject(), { ...confirmed, history: { sharedWithRejected: shared } }).score,
    );
    expect(scores).toEqual([20, 40]);
  });

  test("a feed's tracking pixel alone sends nothing to people, a hidden text does", () => {
    const points = (['tracking pixel', 'hidden text'] as const).map(
      (hidden) => screen(aSubject({ origin: 'feed', hidden: [hidden] }), { proof: 3 }).signals[0]?.points,
    );
    expect(points).toEqual([10, 25]);
  });
});

test('findings come weightiest first, each with its sentence and its evidence', () => {
  const text =
    'No interview. You are hired! Send your bank details on WhatsApp +1 415 555 0162 and get $900 weekly for 5 hours.';
  const { signals } = screen(aSubject({ text }), confirmed);
  const points = signals.map((finding) => finding.points);
  expect(points).toEqual(points.toSorted((one, other) => other - one));
  expect(signals.length).toBeGreaterThan(2);
  expect(signals[0]).toMatchObject({
    sentence: expect.stringMatching(/^It asks for bank data/),
    evidence: expect.stringContaining('bank details'),
  });
});
