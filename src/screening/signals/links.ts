import type { Signal } from '../signal.ts';
import { isDetour } from './contact.ts';

/** Where links lead, and what markup hides (signals 10 and 31). */
export const linkSignals: readonly Signal[] = [
  {
    id: 'apply-by-detour',
    rule: 10,
    points: 20,
    sentence: 'Applying leads to a shortener, a bare number, a messenger or a form builder.',
    find: (subject) => {
      const links =
        subject.text.match(/https?:\/\/[^\s<>"')]+|\b(?:bit\.ly|t\.me|wa\.me|forms\.gle)\/\S+/gi) ?? [];
      const given = subject.origin === 'form' ? [subject.applyUrl, subject.website, ...links] : [...links];
      const detour = given.find((link) => isDetour(link));
      return (
        detour ??
        (/\bgoogle form\b/i.test(subject.text) && subject.origin === 'form' ? 'Google form' : undefined)
      );
    },
  },
  {
    id: 'hidden-markup',
    rule: 31,
    points: 25,
    sentence: 'The markup holds hidden text, a script or data link, or a tracking pixel.',
    find: ({ html = '' }) => hidden.exec(html)?.[0],
  },
];

const hidden =
  /href\s*=\s*["']?\s*(?:javascript|data):|style\s*=\s*["'][^"']*(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|opacity\s*:\s*0[;"'])|<img[^>]+(?:width|height)\s*=\s*["']?[01]["'\s>]/i;
