import * as z from 'zod';
import { describe, expect, test } from 'vitest';
import { validationErrorsInLine } from '../../src/core/validation-errors.ts';
import { parseFeedFile } from '../../src/feeds/feed-definition.ts';
import { parseTargetDefinition } from '../../src/targets/target-definition.ts';

const wrong = (schema: z.ZodType, value: unknown) => {
  const read = schema.safeParse(value);
  return read.success ? 'nothing' : validationErrorsInLine(read.error);
};
const whole = z.int().min(1).max(500);

describe('a mistake against a schema', () => {
  test.each<readonly [z.ZodType, unknown, string]>([
    [z.object({ name: z.string() }), {}, 'name: is missing'],
    [z.object({ name: z.string() }), { name: 7 }, 'name: must be a text, not 7'],
    [z.object({ name: z.string() }), { name: ['a'] }, 'name: must be a text, not a list'],
    [z.boolean(), 'yes', 'must be true or false, not a text'],
    [whole, Number.NaN, 'must be a number, not text'],
    [whole, 0.5, 'must be a whole number, not 0.5'],
    [whole, 0, 'must be at least 1'],
    [whole, 501, 'must be at most 500'],
    [z.string().min(1), '', 'must have at least 1 character'],
    [z.string().max(3), 'long', 'must have at most 3 characters'],
    [z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 entry'],
    [z.enum(['ats', 'site', 'partner']), 'atts', 'must be ats, site or partner, not atts; did you mean ats?'],
    [z.enum(['ats', 'site', 'partner']), 'crawl', 'must be ats, site or partner, not crawl'],
    [z.enum(['0', '1']), 'a long text that may be a secret', 'must be 0 or 1'],
    [z.email(), 'x', 'must be an e-mail address'],
    [z.url(), 'x', 'must be an address like https://acme.example'],
    [z.iso.date(), '2026', 'must be a date like 2026-11-22'],
    [z.union([z.string(), z.number()]), true, 'must be a text or a number, not true'],
    [z.strictObject({ a: z.string().optional() }), { b: 1, c: 2 }, 'there is no b or c here'],
  ])('of %# is said in plain words', (schema, value, words) => {
    expect(wrong(schema, value)).toBe(words);
  });
});

describe('a bad name of a header', () => {
  const writer = { mayNameFiles: true, mayBindSecrets: true, isSecretSet: () => true };
  const expected = 'must be the name of a header: letters, digits and dashes, like X-Api-Key';

  test('a mistake in a feed names what was expected', () => {
    const bad = { 'b c': 'QUADWIRE_SECRET_ACME', '': 'QUADWIRE_SECRET_ACME' };
    const read = parseFeedFile({ url: 'https://a.example', secretHeaders: bad, headers: { é: 'x' } }, writer);
    expect(read).toEqual({
      kind: 'mistakes',
      mistakes: [`headers.é: ${expected}`, `secretHeaders.b c: ${expected}`, `secretHeaders.: ${expected}`],
    });
  });

  test('a mistake in a target names what was expected', () => {
    const soap = { url: 'https://a.example/soap', headers: { 'b c': 'x', Host: 'x' } };
    const read = parseTargetDefinition({ soap }, writer);
    expect(read).toEqual({
      kind: 'mistakes',
      mistakes: [`soap.headers.b c: ${expected}`, 'soap.headers.Host: cannot be set in a definition'],
    });
  });
});

describe('a field that the service does not have', () => {
  const writer = { mayNameFiles: true, mayBindSecrets: true, isSecretSet: () => true };
  const soap = { url: 'https://a.example/soap' };

  test.each([
    [{ requiredFields: ['salry'] }, 'requiredFields.0: there is no field salry; did you mean salary?'],
    [
      { requiredFields: ['salary', 'industry'] },
      'requiredFields.1: there is no field industry; did you mean employer.industry?',
    ],
    [{ omittedFields: ['wages'] }, 'omittedFields.0: there is no field wages; there are job_id, req_id,'],
    [{ picklistFields: ['null'] }, 'picklistFields.0: there is no field null; there are job_id, req_id,'],
  ])('%j is refused with the names that are known', (definition, mistake) => {
    const read = parseTargetDefinition({ soap, ...definition }, writer);
    expect(read.kind === 'mistakes' ? read.mistakes.join() : read.kind).toContain(mistake);
  });

  test.each([
    [{ job_tpye: 'Intern' }, 'defaults.job_tpye: there is no field job_tpye; did you mean job_type?'],
    [{ salary: '1' }, 'defaults.salary: there is no field salary; there are '],
  ])('the defaults %j of a feed are refused likewise', (defaults, mistake) => {
    const read = parseFeedFile({ url: 'https://a.example', defaults }, writer);
    expect(read.kind === 'mistakes' ? read.mistakes.join() : read.kind).toContain(mistake);
  });

  test('the names that stored definitions have are taken', () => {
    const definition = {
      requiredFields: ['job.salary', 'salary', 'employer.industry'],
      omittedFields: ['job.job_locations.state', 'job.job_desc', 'travel_perc'],
      picklistFields: ['state', 'resume_mode'],
    };
    expect(parseTargetDefinition({ soap, ...definition }, writer)).toMatchObject({
      kind: 'target',
      definition,
    });
  });
});
