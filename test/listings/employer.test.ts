import { describe, expect, test } from 'vitest';
import { employerName, websiteOf } from '../../src/listings/values/employer-name.ts';
import { employerOf } from '../../src/listings/values/employer.ts';

describe("an employer's name", () => {
  test.each([
    ['Bell Labs', 'Bell Labs'],
    ['Johnson &amp; Johnson', 'Johnson & Johnson'],
    ['  Acme,  Inc. ', 'Acme, Inc.'],
    ['"Acme GmbH & Co. KG"', 'Acme GmbH & Co. KG'],
    ['„Acme', '„Acme'],
    ['“Acme” & “Sons”', 'Acme” & “Sons'],
    ['Joe’s Diner', 'Joe’s Diner'],
    ['Acme - Careers', 'Acme'],
    ['Yahoo!', 'Yahoo!'],
    ['3M', '3M'],
    ['Jobs for the Future', 'Jobs for the Future'],
    ['The Company Name Bureau', 'The Company Name Bureau'],
    ['Taxtalente.de', 'Taxtalente.de'],
  ])('%s is %s', (source, expected) => {
    expect(employerName(source)).toBe(expected);
  });

  test.each([
    '',
    'N/A',
    'Confidential',
    'https://jobs.example.com',
    'Company Name',
    'nom compagnie',
    "Nom de l'entreprise",
  ])('"%s" is none', (source) => {
    expect(employerName(source)).toBeUndefined();
  });
});

test("a website is the employer's own, not that of a job board", () => {
  expect(websiteOf('www.acme.example.com')).toBe('https://www.acme.example.com');
  expect(websiteOf('https://acme.com/')).toBe('https://acme.com');
  expect(websiteOf('https://boards.greenhouse.io/acme')).toBeUndefined();
  expect(websiteOf('not a site')).toBeUndefined();
});

test('an employer has division, address, industry and a clean description', () => {
  const { employer } = employerOf(
    {
      company: {
        name: 'Acme',
        division: 'Labs',
        city: 'Boston',
        country: 'N/A',
        description: '<p onclick="x">We make</p>',
      },
      industry: ['Research', 'research'],
    },
    {},
  );
  expect(employer).toEqual({
    empname: 'Acme',
    empdivision: 'Labs',
    empcity: 'Boston',
    description: '<p>We make</p>',
    industry: [{ stringvalue: 'research' }],
  });
});
