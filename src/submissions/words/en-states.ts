import type { SchoolState, StateGiven } from '../school-state.ts';

/** The states in one or two words, in English. */
export const stateNames: Readonly<Record<SchoolState, string>> = {
  review: 'In review',
  change: 'Change needed',
  not_sent: 'Not sent',
  school: 'With the school',
  refused: 'Not taken',
  copy: 'Shown already',
  sending: 'Goes next',
  stopped: 'Stopped for now',
  accepted: 'Accepted',
  closing: 'Coming down',
  closed: 'Closed',
  never: 'Closed',
  gone: 'Not there any more',
};

/** One sentence that says who decides next, or what was decided by whom. No other text says more. */
export function stateText({ state, school, day, note, by, decides, changeWaits }: StateGiven): string {
  const on = day === undefined ? '' : ` on ${day}`;
  const reason = note === undefined ? '.' : `: “${note}”`;
  switch (state) {
    case 'review':
      return 'Our staff decide first. No school has it yet.';
    case 'change':
      return `Our staff ask you for a change${reason}`;
    case 'not_sent':
      return `Our staff decided not to send it${reason}`;
    case 'school':
      return `${school} decides whether to take it.${decides === undefined ? '' : ` It usually decides ${decides}.`}`;
    case 'refused':
      return by === 'system'
        ? `The system of ${school} refused it${reason}`
        : by === 'rules'
          ? `The rules of ${school} do not allow it${reason}`
          : `${school} does not take it${reason}`;
    case 'copy':
      return `${school} has this job already, from another source.`;
    case 'sending':
      return `It is approved. We send it to ${school} next.`;
    case 'stopped':
      return `It is approved. We send nothing to ${school} for now; our staff decide when.`;
    case 'accepted':
      return `The system of ${school} accepted it${on}. The school decides when to show it.${changeWaits === true ? ' Your change waits: we send nothing there for now.' : ''}`;
    case 'closing':
      return `We asked ${school} to take it down.`;
    case 'closed':
      return `${school} took it down${on}.`;
    case 'never':
      return `${school} never had it.`;
    case 'gone':
      return `${school} takes no jobs from here any more.`;
  }
}
