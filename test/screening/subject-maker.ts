import type { Context, Subject } from '../../src/screening/subject.ts';

/** A form's job of a small, honest employer that can be called; what matters is overridden. */
export function aSubject(over: Partial<Subject> = {}): Subject {
  return {
    origin: 'form',
    title: 'Shop Assistant',
    employer: 'Corner Books',
    email: 'jobs@cornerbooks.example',
    website: 'https://cornerbooks.example',
    phone: '617-555-0144',
    text: 'Work the register, shelve books and help customers on Saturdays. $16 an hour, 12 hours a week. Come by 12 Main Street with a resume; interviews are held in the shop.',
    hasPlace: true,
    ...over,
  };
}

export const knownEmployers = [
  { name: 'Northgate Bank', domain: 'northgatebank.example' },
  { name: 'Harlow College', domain: 'harlow.example' },
];

export const confirmed: Context = { proof: 1, knownEmployers };
