import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { screen } from '../../src/screening/screen.ts';
import type { Subject } from '../../src/screening/subject.ts';
import { threshold } from './fresh.ts';

/** What honest jobs say in the words of signals: checks of pianos, the rest of the class, codes on boxes. One text a line. */
const sentences = readFileSync(new URL('fresh/honest-sentences.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '');

test('pairs of common words in honest sentences send no job to a person', () => {
  expect(sentences.length).toBeGreaterThanOrEqual(200);
  const reviewed = sentences.flatMap((text) =>
    (['form', 'feed'] as const).flatMap((origin) => {
      const { score, forced, signals } = screen(assistant(origin, text), {
        proof: origin === 'form' ? 1 : 3,
      });
      return forced || score >= threshold ? [`${origin}: ${signals[0]?.id} in “${text}”`] : [];
    }),
  );
  expect(reviewed).toEqual([]);
});

function assistant(origin: Subject['origin'], text: string): Subject {
  return {
    origin,
    title: 'Student Assistant',
    employer: 'Hallam Arts Center',
    text,
    email: 'jobs@hallamarts.org',
    website: 'https://hallamarts.org',
    phone: '+1 617 555 0142',
    hasPlace: true,
  };
}
