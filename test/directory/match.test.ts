import { describe, expect, test } from 'vitest';
import { type Known, match } from '../../src/directory/match.ts';
import { companyKey } from '../../src/listings/duplicates/company-key.ts';

function known(id: string, name: string, more: Partial<Known> = {}): Known {
  return {
    id,
    name,
    key: companyKey(name),
    aliasKey: null,
    domain: null,
    taxId: null,
    importedId: null,
    ...more,
  };
}

describe('an employer is surely known', () => {
  test.each([
    ['by its tax id, however it is written', { name: 'Other Name', taxId: '12-345 6789' }, 'tax id'],
    ['by its imported id', { name: 'Other Name', importedId: 'imp-1' }, 'imported id'],
    ['by name and site', { name: 'ACME Tools, Inc.', website: 'https://www.acme.test/jobs' }, 'domain'],
    ['by name and mail address', { name: 'Acme Tools', email: 'hr@jobs.acme.test' }, 'domain'],
    ['by name, where no site is told', { name: 'The Acme Tools LLC' }, 'name'],
    ['by its alias', { name: 'ATI' }, 'name'],
    ['as a branch of the site’s owner', { name: 'Acme Tools Europe', website: 'acme.test' }, 'domain'],
  ])('%s', (_, sought, by) => {
    const acme = known('1', 'Acme Tools', {
      aliasKey: 'ati',
      domain: 'acme.test',
      taxId: '123456789',
      importedId: 'imp-1',
    });
    expect(match(sought, [acme, known('2', 'Bolt')])).toMatchObject({
      kind: 'sure',
      employer: { id: '1' },
      by,
    });
  });

  test('where of several spellings one is written exactly alike', () => {
    const spellings = [known('1', 'Acme Inc.'), known('2', 'Acme'), known('3', 'Acme LLC')];
    expect(match({ name: 'ACME' }, spellings)).toMatchObject({ kind: 'sure', employer: { id: '2' } });
  });
});

describe('a match is doubtful', () => {
  test.each([
    [
      'when several employers have the name',
      { name: 'Acme' },
      [known('1', 'Acme Inc.'), known('2', 'Acme LLC')],
    ],
    [
      'when the name has another site',
      { name: 'Acme', website: 'acme.org' },
      [known('1', 'Acme', { domain: 'acme.com' })],
    ],
    [
      'when the site has another name',
      { name: 'Zenith', website: 'acme.com' },
      [known('1', 'Acme', { domain: 'acme.com' })],
    ],
    [
      'when two share the tax id',
      { name: 'Zenith', taxId: '1' },
      [known('1', 'Acme', { taxId: '1' }), known('2', 'Bolt', { taxId: '1' })],
    ],
  ])('%s', (_, sought, candidates) => {
    expect(match(sought, candidates)).toMatchObject({ kind: 'doubtful', candidates });
  });
});

test('another name and another site are nobody known', () => {
  expect(
    match({ name: 'Zenith', website: 'zenith.com' }, [known('1', 'Acme', { domain: 'acme.com' })]),
  ).toEqual({
    kind: 'none',
  });
  expect(match({ name: 'Zenith' }, [])).toEqual({ kind: 'none' });
});
