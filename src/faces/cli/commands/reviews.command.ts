import { decideJob, listReviews, overrideJob } from '../../../operations/reviews.operations.ts';
import {
  decideAtSchool,
  keepJobOff,
  setPolicyRule,
  showPolicy,
} from '../../../operations/school-reviews.operations.ts';
import { chosenBy, commandOf, type TypedValues } from '../operation-command.ts';

export const reviews = commandOf(listReviews, {
  usage: '[--target T] [--state waiting|changes|approved|rejected]',
  options: { target: { type: 'string' }, state: { type: 'string' } },
  read: ({ target, state = 'waiting' }) => ({ target, state, limit: '200' }),
});

const text = { type: 'string' } as const;
const decisionFlags = { reason: text, page: text, content: text };

/** Words of the command line as the input of a decision; `decision` is checked before anything is opened. */
const decisionIn = ({ id, decision, reason, page, proof, content }: TypedValues) => ({
  id,
  decision,
  reason,
  page,
  proof,
  content,
});

export const review = chosenBy(
  ({ flags }) => flags.text('target') !== undefined,
  commandOf(decideJob, {
    options: { ...decisionFlags, proof: text },
    read: decisionIn,
  }),
  commandOf(decideAtSchool, {
    options: { reason: text, target: text, content: text },
    read: ({ id, decision, reason, target, content }) => ({ id, decision, reason, name: target, content }),
  }),
  {
    usage:
      'JOB approve|changes|reject|block [--reason TEXT] [--page PAGE] [--proof 3|4] [--target T] [--content C] [--confirm NAME --count N]',
    about:
      'Decide a job under review: changes asks its sender (on a page of the form, or at a question of it: place.min), block blocks its employer; --target: for one school, approve or reject.',
  },
);

export const override = commandOf(overrideJob, { usage: 'JOB --reason TEXT' });

export const keepOff = commandOf(keepJobOff, {
  usage: 'SOURCE JOB_ID --reason TEXT [--target T] | SOURCE JOB_ID --back [--target T]',
  options: { target: { type: 'string' }, reason: { type: 'string' }, back: { type: 'boolean' } },
});

export const targetPolicy = chosenBy(
  ({ words }) => words.length > 1,
  commandOf(showPolicy),
  commandOf(setPolicyRule),
  {
    usage: 'NAME [RULE review|refuse|off]',
    about:
      'What a school does with unpaid, commission-only, third-party and similar jobs; the rule forms is review or off.',
  },
);
