import type { FormTexts } from './words/form-texts.ts';

/**
 * Where a job stands at a school. Each state has one sentence (`stateText`) that names who decides next; docs/form.md
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
  /** How soon the school decides, in its own words: `within 2 working days` (`form.decides`). */
  readonly decides?: string;
  /** The school has the job, and a change of it is not sent for now. */
  readonly changeWaits?: true;
};

/** A state for its sentence: with the school's title in place of its name, and the day in words (`20 November 2026`). */
export type StateGiven = Omit<SchoolJobState, 'at'> & { readonly day?: string | undefined };

/** One sentence that says who decides next, or what was decided by whom. No other text says more. */
export function stateText({ states: { sentences } }: FormTexts, given: StateGiven): string {
  const { state, school, day, note, by, decides, changeWaits } = given;
  switch (state) {
    case 'change':
      return note === undefined ? sentences.change : sentences.change_note({ note });
    case 'not_sent':
      return note === undefined ? sentences.not_sent : sentences.not_sent_note({ note });
    case 'school':
      return joined(sentences.school({ school }), decides && sentences.decides({ decides }));
    case 'refused': {
      const suffix = by === 'system' || by === 'rules' ? (`_${by}` as const) : '';
      return note === undefined
        ? sentences[`refused${suffix}`]({ school })
        : sentences[`refused${suffix}_note`]({ school, note });
    }
    case 'accepted':
      return joined(
        day === undefined ? sentences.accepted({ school }) : sentences.accepted_day({ school, day }),
        changeWaits === true && sentences.waits,
      );
    case 'closed':
      return day === undefined ? sentences.closed({ school }) : sentences.closed_day({ school, day });
    case 'review':
      return sentences.review;
    default:
      return sentences[state]({ school });
  }
}

function joined(...parts: readonly (string | false | undefined)[]): string {
  return parts.filter(Boolean).join(' ');
}
