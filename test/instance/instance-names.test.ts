import { describe, expect, test } from 'vitest';
import { readNames } from '../../src/instance/instance-names.ts';

const read = (sent: Record<string, unknown>, update = false, withSuffix = true) =>
  readNames(sent, { update, withSuffix, withSalutation: withSuffix });
const names = (sent: Record<string, unknown>, update = false, withSuffix = true) => {
  const outcome = read(sent, update, withSuffix);
  return outcome.kind === 'names' ? outcome.names : outcome.errors;
};
const parts = (firstName: unknown, middleName: unknown, lastName: unknown) => ({
  firstName,
  middleName,
  lastName,
});

describe('rule 1: only fullName', () => {
  test.each([
    ['Ada Lovelace', parts('Ada', null, 'Lovelace')],
    ['Ada', parts('Ada', null, null)],
    ['Ada Augusta King Lovelace', parts('Ada', 'Augusta King', 'Lovelace')],
    ['Lovelace, Ada Augusta', parts('Ada', 'Augusta', 'Lovelace')],
    ['de la Cruz, Ana', parts('Ana', null, 'de la Cruz')],
  ])('%s is cut', (fullName, expected) => {
    expect(names({ fullName })).toEqual({ fullName, ...expected });
  });

  test('a known suffix goes to suffix where the record has one', () => {
    expect(names({ fullName: 'John Smith, Jr.' })).toEqual({
      fullName: 'John Smith, Jr.',
      ...parts('John', null, 'Smith'),
      suffix: 'Jr.',
    });
    expect(names({ fullName: 'John Q Smith III' })).toMatchObject({ lastName: 'Smith', suffix: 'III' });
    expect(names({ fullName: 'John Smith Jr.' }, false, false)).toEqual({
      fullName: 'John Smith Jr.',
      ...parts('John', null, 'Smith Jr.'),
    });
  });
});

test('rule 2: fullName is built from the parts there are', () => {
  expect(names({ firstName: 'Ada', middleName: 'K', lastName: 'Lovelace' })).toMatchObject({
    fullName: 'Ada K Lovelace',
  });
  expect(names({ firstName: 'Ada', lastName: 'Lovelace', middleName: '' })).toEqual({
    fullName: 'Ada Lovelace',
    firstName: 'Ada',
    lastName: 'Lovelace',
  });
});

test('rule 3: with all four nothing is derived or compared', () => {
  const sent = { fullName: 'Somebody Else', ...parts('Ada', 'K', 'Lovelace') };
  expect(names(sent)).toEqual(sent);
});

describe('rule 4: fullName and some parts', () => {
  test.each([
    [{ firstName: 'Ada' }, parts('Ada', 'King', 'Lovelace')],
    [{ lastName: 'Lovelace' }, parts('Ada', 'King', 'Lovelace')],
    [{ lastName: 'King Lovelace' }, parts('Ada', null, 'King Lovelace')],
    [{ middleName: 'King' }, parts('Ada', 'King', 'Lovelace')],
    [{ firstName: 'Ada', lastName: 'Lovelace' }, parts('Ada', 'King', 'Lovelace')],
    [{ firstName: 'Ada King' }, parts('Ada King', null, 'Lovelace')],
  ])('%j is filled in', (given, expected) => {
    expect(names({ fullName: 'Ada King Lovelace', ...given })).toEqual({
      fullName: 'Ada King Lovelace',
      ...expected,
    });
  });

  test.each([
    [{ firstName: 'Ada', lastName: 'Lovelace' }, parts('Ada', null, 'Lovelace')],
    [{ firstName: 'Ada' }, parts('Ada', null, 'King Lovelace')],
    [{ lastName: 'Lovelace' }, parts('Ada King', null, 'Lovelace')],
    [{}, parts('Ada', 'King', 'Lovelace')],
  ])('%j beside a middle name that is sent empty leaves it empty', (given, expected) => {
    for (const middleName of ['', null])
      expect(names({ fullName: 'Ada King Lovelace', middleName, ...given })).toEqual({
        fullName: 'Ada King Lovelace',
        ...expected,
      });
  });

  test.each([
    [{ firstName: 'Ann', middleName: '', lastName: 'Lee' }],
    [{ firstName: 'Ann', lastName: 'Lee' }],
    [{ firstName: 'Ann', middleName: null }],
    [{ lastName: 'Lee' }],
    [{}],
  ])('“Dr.” before the full name is no part of it beside %j', (given) => {
    const fullName = 'Dr. Ann Lee';
    expect(names({ fullName, ...given })).toEqual({
      fullName,
      ...parts('Ann', null, 'Lee'),
      salutation: 'Dr.',
    });
    expect(names({ fullName, ...given }, false, false)).toEqual({ fullName, ...parts('Ann', null, 'Lee') });
    expect(names({ fullName, salutation: 'Ms.', ...given })).not.toHaveProperty('salutation');
  });

  test.each([
    ['Prof. Dr. Ann M. Lee', parts('Ann', 'M.', 'Lee'), 'Prof. Dr.'],
    ['Lee, Dr. Ann', parts('Ann', null, 'Lee'), 'Dr.'],
    ['Mrs Ann Lee III', parts('Ann', null, 'Lee'), 'Mrs'],
    ['Dr. Lee', parts('Lee', null, null), 'Dr.'],
    ['Dr.', parts('Dr.', null, null), undefined],
    ['Lee, Dr.', parts(null, null, 'Lee'), 'Dr.'],
    ['Drew Lee', parts('Drew', null, 'Lee'), undefined],
  ])('titles of %s', (fullName, expected, salutation) => {
    expect(names({ fullName })).toMatchObject({ fullName, ...expected });
    expect(names({ fullName })['salutation']).toBe(salutation);
  });

  test('a title that was sent as part of the first name stays there', () => {
    expect(names({ fullName: 'Dr. Ann Lee', firstName: 'Dr. Ann' })).toEqual({
      fullName: 'Dr. Ann Lee',
      ...parts('Dr. Ann', null, 'Lee'),
    });
  });

  test('a part that fullName does not contain is badly formed', () => {
    expect(read({ fullName: 'Ada Lovelace', firstName: 'Grace' })).toEqual({
      kind: 'wrong',
      errors: { firstName: 'This is not part of fullName.' },
    });
  });
});

describe('rule 5: badly formed', () => {
  test.each([[7], [['Ada']], ['12 34'], ['a\u0007b'], ['x'.repeat(256)], ['\ud800']])('%j', (firstName) => {
    expect(read({ firstName }).kind).toBe('wrong');
    expect(read({ fullName: firstName }).kind).toBe('wrong');
  });
});

test('rule 6: an update of a part wants fullName too', () => {
  expect(read({ firstName: 'Ada' }, true)).toMatchObject({
    kind: 'wrong',
    errors: { fullName: expect.stringContaining('fullName') },
  });
  expect(names({ fullName: 'Grace Hopper' }, true)).toEqual({
    fullName: 'Grace Hopper',
    ...parts('Grace', null, 'Hopper'),
  });
  expect(names({ phone: '1' }, true)).toEqual({});
});
