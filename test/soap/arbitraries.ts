import * as fc from 'fast-check';
import { employerFields, jobFields, type FieldKind } from '../../src/soap/fields.ts';
import { picklistKey, type Employer, type Job, type UntypedValue } from '../../src/soap/types.ts';

/** Texts that XML 1.0 can carry, with a liking for what breaks encoders. */
export const text = fc
  .oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc.stringMatching(/^[ \t\r\n<>&'"\]![CDAT;#x0-9/-]{0,20}$/),
    fc.constantFrom(
      '<![CDATA[<job_id>x</job_id>]]>',
      ']]>',
      '&amp;lt;',
      '</job_title></job>',
      '\r\n',
      ' ',
      '__proto__',
      '😀',
      '&#0;',
      '<?xml version="1.0"?>',
      '\u0085\u2028',
    ),
  )
  .map(carried);

/** What of a text arrives: control characters go, lone surrogates become U+FFFD. */
export function carried(value: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what this is about
  return value.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
}

const int = fc.integer({ min: -2_147_483_648, max: 2_147_483_647 });

const sometimes = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 4 });

const stringarray = fc.record(
  { stringvalue: sometimes(text.map(picklistKey)) },
  { requiredKeys: [], noNullPrototype: true },
);
const jobLocation = fc.record(
  { city: sometimes(text), state: sometimes(text), country: sometimes(text) },
  { requiredKeys: [], noNullPrototype: true },
);
export const assoc = fc.record(
  { ikey: sometimes(text), ivalue: sometimes(text) },
  { requiredKeys: [], noNullPrototype: true },
);

export const untyped: fc.Arbitrary<UntypedValue> = fc.letrec<{ value: UntypedValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text,
    fc.boolean(),
    fc.double(),
    fc.maxSafeInteger(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(text, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

const ofKind: Record<FieldKind, fc.Arbitrary<unknown>> = {
  string: text,
  boolean: fc.boolean(),
  int,
  'stringarray[]': fc.array(sometimes(stringarray), { maxLength: 4 }),
  'job_location[]': fc.array(sometimes(jobLocation), { maxLength: 4 }),
  'untyped[]': fc.array(untyped, { maxLength: 4 }),
};

function recordOf<T>(fields: Readonly<Record<string, FieldKind>>): fc.Arbitrary<T> {
  const members = Object.entries(fields).map(([name, kind]) => [name, sometimes(ofKind[kind])] as const);
  // The table of fields is what the type is made of.
  return fc.record(Object.fromEntries(members), {
    requiredKeys: [],
    noNullPrototype: true,
  }) as fc.Arbitrary<T>;
}

export const job = recordOf<Job>(jobFields);
export const employer = recordOf<Employer>(employerFields);
export const nullable = sometimes;
