import { decideJob, listReviews, overrideJob } from '../../../operations/reviews.operations.ts';
import {
  decideAtSchool,
  keepJobOff,
  setPolicyRule,
  showPolicy,
} from '../../../operations/school-reviews.operations.ts';
import { chosenBy, commandOf } from '../operation-command.ts';

export const reviews = commandOf(listReviews, {
  usage: '[--target T] [--state waiting|changes|approved|rejected]',
  read: ({ target, state = 'waiting' }) => ({ target, state, limit: '200' }),
});

export const review = chosenBy(
  ({ flags }) => flags.text('target') !== undefined,
  commandOf(decideJob, {
    usage: 'JOB DECISION [--reason TEXT] [--page PAGE] [--proof 3|4] [--content C]',
  }),
  commandOf(decideAtSchool, {
    usage: 'ID DECISION [--reason TEXT] --target T [--content C]',
    read: ({ target, ...typed }) => ({ ...typed, name: target }),
  }),
  {
    usage:
      'JOB approve|changes|reject|block [--reason TEXT] [--page PAGE] [--proof 3|4] [--target T] [--content C] [--confirm NAME --count N]',
    about:
      'Decide a job under review: changes asks its sender (on a page of the form, or at a question of it: place.min), block blocks its employer; --target: for one school, approve or reject.',
  },
);

export const override = commandOf(overrideJob, {
  usage: 'JOB --reason TEXT',
  options: { content: { type: 'string' }, state: { type: 'string' } },
});

export const keepOff = commandOf(keepJobOff, {
  usage: 'SOURCE JOB_ID --reason TEXT [--target T] | SOURCE JOB_ID --back [--target T]',
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
