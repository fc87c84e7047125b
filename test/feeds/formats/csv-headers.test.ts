import { expect, test } from 'vitest';
import { readText } from './reading.ts';

test.each([
  'Job Number',
  'Requisition ID',
  'Posting Number',
  'Posting #',
  'Req #',
  'Job #',
  'Requisition #',
  'Req. No.',
  'Job Req ID',
  'Opening ID',
  'Stellen-ID',
])('two openings of one title are told apart by their %s', async (header) => {
  const { found } = await readText(
    `${header},Title,Company,Location,Description\nR-100,Custodian,Oak,"Boise, ID",Nights\nR-101,Custodian,Oak,"Boise, ID",Days\n`,
  );
  expect(found.map(({ title, description }) => [title, description])).toEqual([
    ['Custodian', 'Nights'],
    ['Custodian', 'Days'],
  ]);
});

test.each([
  ['company', 'Hiring Org', 'Agency', 'Institution Name', 'Business Name', 'School District'],
  ['applyUrl', 'How to Apply', 'Apply Here', 'Apply Online', 'Link to Apply', 'Bewerbungslink'],
  [
    'validThrough',
    'Deadline to Apply',
    'Last Day to Apply',
    'Posting End Date',
    'Post Until',
    'Date limite de candidature',
  ],
  ['baseSalary', 'Hourly Wage', 'Starting Pay', 'Rate of Pay', 'Stundenlohn'],
  ['jobLocation', '"City, State"', 'City/State', 'Primary Location', 'Duty Station'],
  ['employmentType', 'FT/PT', 'Full-Time/Part-Time', 'Time Type', 'Anstellungsart'],
])('columns of people for %s', async (field, ...headers) => {
  for (const header of headers) {
    const { found } = await readText(
      `ID,Title,Description,${header}\n1,Cook,Cook for us,https://a.example/7\n2,Chef,Lead the cooks,https://a.example/8\n`,
    );
    expect(JSON.stringify(found.map((raw) => Object.entries(raw).slice(-1)))).toContain(`"${field}"`);
  }
});
