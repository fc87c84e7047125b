import { readFileSync } from 'node:fs';
import { screen, type Screening } from '../../src/screening/screen.ts';
import type { Subject } from '../../src/screening/subject.ts';

export type Case = { readonly subject: Subject; readonly screening: Screening };

/** Posts of scammers, written before any rule was changed for them: one a line, title, employer, contact, site, text. */
export function freshFrauds(set: FraudSet = ''): readonly Case[] {
  return rows(`fraud${set}.txt`).map(([title, employer, contact, website, text]) =>
    screened({ origin: 'form', title, employer, contact, website, text }),
  );
}

/** Honest posts of small and large employers, among them those that speak of money, checks and identity for good reasons. */
export function freshHonest(origin: Subject['origin'], set: FraudSet = ''): readonly Case[] {
  return rows(`honest${set}.txt`).flatMap(([from, title, employer, contact, website, text]) =>
    from === origin ? [screened({ origin, title, employer, contact, website, text })] : [],
  );
}

/** The first set, the second with more languages, the third after what that taught, two of many kinds with their honest look-alikes, three after what universities warned of until 2026, and one of what passed. */
export type FraudSet = '' | '-2' | '-3' | '-4' | '-5' | '-6' | '-7' | '-8' | '-9';

/** The points from which a person looks at a job. */
export const threshold = 20;

export function isReviewed({ screening: { score, forced } }: Case): boolean {
  return forced || score >= threshold;
}

type Row = Readonly<Record<'title' | 'employer' | 'contact' | 'website' | 'text', string | undefined>>;

function screened({
  origin,
  title = '',
  employer = '',
  contact = '',
  website = '',
  text = '',
}: Row & { origin: Subject['origin'] }): Case {
  const subject = {
    origin,
    title,
    employer,
    text,
    ...(contact.includes('@') ? { email: contact } : {}),
    ...(/^[+\d]/.test(contact) ? { phone: contact } : origin === 'form' ? { phone: '+1 617 555 0188' } : {}),
    ...(website === '' ? {} : { website }),
  };
  return { subject, screening: screen(subject, { proof: origin === 'form' ? 1 : 3 }) };
}

function rows(file: string): readonly (readonly string[])[] {
  return readFileSync(new URL(`fresh/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('|').map((part) => part.trim()));
}
