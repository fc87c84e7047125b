import { DAY } from '../core/clock.ts';
import type { SchoolInForm } from '../db/schema/targets.schema.ts';
import type { FormTexts } from './words/form-texts.ts';

/** A school that takes jobs from the form: by its target's name, and its title as people know it. */
export type School = Omit<SchoolInForm, 'offered'> & {
  readonly name: string;
  readonly title: string;
  /** Fields of the service without which it takes no job. */
  readonly required?: readonly string[];
};

/** The questions whose answers come from lists. */
export const listQuestions = [
  'industry',
  'job_type',
  'job_function',
  'work_authorization',
  'degree_level',
  'class_level',
] as const;
export type ListQuestion = (typeof listQuestions)[number];

/** What answers are judged by: today, the schools, the lists, and what is known of mail domains. */
export type FormTerms = {
  /** The day it is where the installation stands, `YYYY-MM-DD`: last days are counted from it. */
  readonly today: string;
  readonly schools: readonly School[];
  readonly lists: Readonly<Record<ListQuestion, readonly string[]>>;
  /** The employer is known (proof 3) to anyone who writes: it may ask that its name be hidden. */
  readonly mayHideName?: boolean;
  readonly isThrowaway: (mailDomain: string) => boolean;
  /** `withoutMarkup`: who lists the questions loads no reader of HTML. */
  readonly plainText: (text: string, isLine: boolean) => string;
  /** The host of a short link, which hides where it leads. */
  readonly hidingHost?: (address: string) => string | undefined;
  readonly words: FormTexts;
};

/** A job is shown for at most so many days. */
export const longestDays = 90;
export const usualDays = 30;

/** The day so many days after another, `YYYY-MM-DD`. */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);
}

/** The last day of a job that is shown longer: 30 days after the one that stands or today, at most 90 days from today. */
export function extendedDay(stands: string, today: string): string {
  const from = stands > today ? stands : today;
  const [usual, longest] = [daysAfter(from, usualDays), daysAfter(today, longestDays)];
  return usual < longest ? usual : longest;
}

/** Raised when the words of the declarations change: which ones somebody agreed to is kept. */
export const DECLARATIONS_VERSION = '2026-11';
export const declarations = ['real', 'fee', 'equal'] as const;
