import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { fold } from '../../core/text.ts';
import { isThrowaway } from '../../core/net/throwaway-mail.ts';
import type { Signal } from '../signal.ts';
import type { Subject } from '../subject.ts';

/** Whether mailbox, address, number and name are those of somebody who can be found (signals 2 and 25 to 27). */
export const personSignals: readonly Signal[] = [
  {
    id: 'throwaway-mail',
    rule: 2,
    points: 40,
    sentence: 'The mail is at a service whose mailboxes last for minutes.',
    find: ({ email }) => {
      const domain = email?.slice(email.lastIndexOf('@') + 1).trim();
      return domain !== undefined && isThrowaway(domain) ? domain : undefined;
    },
  },
  {
    id: 'address-is-a-mailbox',
    rule: 25,
    points: 10,
    standing: true,
    sentence: "The employer's address is a mailbox, a virtual office or a flat.",
    find: ({ street = '' }) => rentedMailbox.exec(street)?.[0],
  },
  {
    id: 'odd-phone',
    rule: 26,
    points: 10,
    sentence: 'The phone number is not of the country, or of a kind that does not say where it is.',
    find: oddPhone,
  },
  {
    id: 'phone-of-many',
    rule: 26,
    points: 10,
    sentence: 'The same phone number is in posts of several employers.',
    find: (_subject, { history }) =>
      (history?.employersOfSamePhone ?? 0) > 3 ? `${history?.employersOfSamePhone} employers` : undefined,
  },
  {
    id: 'other-name-in-mail',
    rule: 27,
    points: 3,
    standing: true,
    sentence: "The mailbox bears neither the contact's name nor the employer's.",
    find: otherName,
  },
];

const rentedMailbox =
  /\bp\.? ?o\.? ?box\b|\bpmb ?#? ?\d|\bpostfach\b|\bmail ?box\b|\bvirtual office\b|\b(?:the )?ups store\b|\bregus\b|\bapt\.? ?#? ?\w{1,5}\b|\bapartment \w{1,5}\b|\bc\/o\b/i;

/** Judged only where a country is known: of the employer's address, or of the places of work. */
function oddPhone({ phone, countries = [] }: Subject): string | undefined {
  const home = countries.filter((country) => isSupportedCountry(country));
  const digits = phone?.replace(/\D/g, '') ?? '';
  if (phone === undefined || home.length === 0 || digits.length === 0) return undefined;
  const numbers = home.flatMap((country: CountryCode) => parsePhoneNumberFromString(phone, country) ?? []);
  const valid = numbers.filter((number) => number.isValid());
  if (valid.length === 0) return `no number of ${home.join(' or ')}: ${digits.length} digits`;
  const kinds = valid.map((number) => oddKinds[number.getType() ?? 'FIXED_LINE']);
  if (kinds.every((kind) => kind !== undefined)) return kinds[0];
  const abroad = valid.every(({ country }) => country !== undefined && !home.some((one) => one === country));
  return abroad ? `a number of ${valid[0]?.country}, not of ${home.join(' or ')}` : undefined;
}

const oddKinds: Readonly<Record<string, string | undefined>> = {
  VOIP: 'a number of the internet (VoIP)',
  PERSONAL_NUMBER: 'a number that is passed on to wherever its owner is',
  PREMIUM_RATE: 'a number that callers pay for',
  PAGER: 'a pager',
};

function otherName({ contactName = '', email = '', employer }: Subject): string | undefined {
  const box = fold(email.slice(0, Math.max(0, email.lastIndexOf('@'))));
  const letters = box.replace(/[^\p{L}]/gu, '');
  const names = wordsOf(contactName);
  if (letters.length < 4 || names.length < 2 || office.test(box)) return undefined;
  const initials = names.map((name) => name.slice(0, 1)).join('');
  const borne = [...names, ...wordsOf(employer)].some(
    // Of a long word its beginning: `mike` is no Michael, but `mich` and `micha` are.
    (word) => word.length > 2 && letters.includes(word.slice(0, 4)),
  );
  return borne || letters.startsWith(initials) ? undefined : `${contactName}, ${box}`;
}

function wordsOf(text: string): readonly string[] {
  return fold(text)
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');
}

/** Mailboxes that several people read. */
const office =
  /^(?:info|jobs?|hr|hello|hi|careers?|contact|office|admin|mail|team|recruit\w*|hiring|staff\w*|talent|people|personnel|apply|applications?|bewerbung\w*|work|volunteer\w*|intern\w*|campus|students?|manager|owner|desk|support|service|sales|studio|shop|store|lab|school|program\w*|employment|resumes?|cv|rh|empleo|emploi|kontakt|buero)\b/;
