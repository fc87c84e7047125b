/**
 * Where a job stands at a school. Each state has one sentence (`stateText` of the language) that names who decides next; docs/form.md
 * lists them, and pages and mails say nothing else about a school.
 */
export const schoolStates = [
  'review',
  'change',
  'not_sent',
  'school',
  'refused',
  'copy',
  'sending',
  'stopped',
  'accepted',
  'closing',
  'closed',
  'never',
  'gone',
] as const;
export type SchoolState = (typeof schoolStates)[number];

export type SchoolJobState = {
  readonly school: string;
  readonly state: SchoolState;
  /** Since when it is accepted, or closed. */
  readonly at?: Date;
  /** The words of the person or the system that decided. */
  readonly note?: string;
  /** Who refused it at the school. */
  readonly by?: 'staff' | 'rules' | 'system';
  /** How soon the school decides, in its own words (`form.decides`). */
  readonly decides?: string;
  /** The school has the job, and a change of it is not sent for now. */
  readonly changeWaits?: true;
};

/** A state at one school, for its sentence. */
export type StateGiven = {
  readonly state: SchoolState;
  /** The school's title. */
  readonly school: string;
  /** `20 November 2026`, where the day is known. */
  readonly day?: string | undefined;
  readonly note?: string | undefined;
  readonly by?: 'staff' | 'rules' | 'system' | undefined;
  /** `within 2 working days`, the school's own words. */
  readonly decides?: string | undefined;
  readonly changeWaits?: boolean | undefined;
};
