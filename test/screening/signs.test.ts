import { describe, expect, test } from 'vitest';
import { screen } from '../../src/screening/screen.ts';
import type { Subject } from '../../src/screening/subject.ts';
import { aSubject, confirmed } from './subject-maker.ts';

const found = (over: Partial<Subject>) =>
  screen(aSubject(over), confirmed).signals.find(({ id }) => id === 'small-signs-together');

const scheme = 'Goods reach you twice weekly and get a new carton. No degree is asked for.';
const long = ' We roast coffee in the old mill and deliver it by cargo bike to forty cafés in town.'.repeat(
  10,
);

describe('small signs', () => {
  test('two of them in a short post of the form are worth 20 points, and are named', () => {
    expect(found({ text: scheme })).toMatchObject({ points: 20 });
    expect(found({ text: scheme })?.evidence).toContain('anybody will do');
  });

  test('one alone says nothing', () => {
    expect(
      found({ text: 'No degree is asked for. We meet in the shop and talk about books.' }),
    ).toBeUndefined();
  });

  test('far apart in a long text they say nothing together', () => {
    const [first = '', second = ''] = scheme.split(/(?<=carton\.) /);
    expect(found({ text: `${scheme}${long}` })).toBeDefined();
    expect(found({ text: `${first}${long}${second}` })).toBeUndefined();
  });

  test("a feed's job needs more of them", () => {
    expect(found({ origin: 'feed', text: scheme })).toBeUndefined();
    const more = `${scheme} Our driver's wages come out of the first payment, which we mail ahead to your own account.`;
    expect(found({ origin: 'feed', text: more })).toMatchObject({ points: 20 });
  });

  test('they are silent where a signal of its own says what is wrong', () => {
    const text = `${scheme} Send a picture of your debit card to start.`;
    const ids = screen(aSubject({ text }), confirmed).signals.map(({ id }) => id);
    expect(ids).toContain('asks-for-papers');
    expect(ids).not.toContain('small-signs-together');
  });
});
