import { doubtOf } from '../../listings/values/not-jobs.ts';
import type { Signal } from '../signal.ts';
import { isDetour, isFormBuilder } from './contact.ts';

/** Where links lead, what markup hides, and what is no job at all (signals 10, 31 and 39). */
export const linkSignals: readonly Signal[] = [
  {
    id: 'perhaps-no-job',
    rule: 39,
    points: 0,
    sentence: 'It reads like a room, a thing for sale, an event, a test or a person who looks for work.',
    forces: true,
    find: ({ title, text }) => {
      const doubt = doubtOf(title, text);
      // One sign beside words of work says little: a caretaker's job names square feet.
      return doubt === undefined || (doubt.speaksOfWork && doubt.signs.length < 2)
        ? undefined
        : doubt.signs.join(', ');
    },
  },
  {
    id: 'apply-by-detour',
    rule: 10,
    points: 20,
    sentence: 'Applying leads to a shortener, a bare number, a messenger or a form builder.',
    find: (subject) => {
      const links =
        subject.text.match(/https?:\/\/[^\s<>"')]+|\b(?:bit\.ly|t\.me|wa\.me|forms\.gle)\/\S+/gi) ?? [];
      const given = [subject.applyUrl, ...(subject.origin === 'form' ? [subject.website] : []), ...links];
      // Small employers of feeds honestly apply by a form builder's page.
      const excused = subject.origin === 'feed' ? isFormBuilder(subject.applyUrl) : false;
      const detour = given.find((link) => isDetour(link) && !(excused && link === subject.applyUrl));
      return (
        detour ??
        (subject.origin === 'form' && /\bgoogle form\b/i.test(subject.text) ? 'Google form' : undefined)
      );
    },
  },
  {
    id: 'hidden-markup',
    rule: 31,
    points: 25,
    sentence: 'The markup holds hidden text, a script or data link, or a tracking pixel.',
    find: ({ origin, hidden = [] }) => {
      if (hidden.length === 0) return undefined;
      // Networks that place adverts count their readers so; nobody who fills in a form does.
      const counted = origin === 'feed' && hidden.every((kind) => kind === 'tracking pixel');
      return { evidence: hidden.join(', '), points: counted ? 10 : 25 };
    },
  },
];
