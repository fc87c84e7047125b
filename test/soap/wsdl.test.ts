import { describe, expect, test } from 'vitest';
import { employerFields, jobFields } from '../../src/soap/fields.ts';
import { writeWsdl } from '../../src/soap/wsdl.ts';
import { checkWsdl } from '../../src/soap/wsdl-check.ts';
import { readWsdl } from '../../src/soap/wsdl-read.ts';
import { endpoint, namespace } from './wire.ts';

const ours = writeWsdl(namespace, endpoint);

describe('our WSDL', () => {
  test('our WSDL is what the description says', () => {
    expect(checkWsdl(ours)).toEqual({
      usable: true,
      problems: [],
      notes: [],
      fieldsNotTaken: [],
      namespace,
      endpoint,
      soapActions: Object.fromEntries(
        ['testService', 'getPicklist', 'processJob', 'deleteJob'].map((name) => [
          name,
          `${endpoint}#${name}`,
        ]),
      ),
    });
  });

  test('our WSDL has every field of job and employer, nillable and optional', () => {
    const reading = readWsdl(ours);
    const types = reading.kind === 'wsdl' ? reading.wsdl.types : new Map();
    expect(types.get('job')).toHaveLength(Object.keys(jobFields).length);
    expect(types.get('employer')).toHaveLength(Object.keys(employerFields).length);
    expect(ours.match(/<xsd:element /g)).toHaveLength(
      ours.match(/minOccurs="0" maxOccurs="1" nillable="true"/g)?.length ?? 0,
    );
  });

  test('our WSDL has any namespace and address', () => {
    const strange = writeWsdl('urn:a&b="<c>"', 'https://h/soap?a=1&b=<2>');
    expect(checkWsdl(strange)).toMatchObject({
      usable: true,
      namespace: 'urn:a&b="<c>"',
      endpoint: 'https://h/soap?a=1&b=<2>',
    });
  });
});

describe("a target's WSDL", () => {
  test.each([
    [
      'a missing operation',
      ours.replaceAll(/.*<operation name="deleteJob">.*\n/g, ''),
      'The operation deleteJob is missing.',
    ],
    [
      'document style',
      ours.replaceAll('style="rpc"', 'style="document"'),
      'processJob: expected style rpc, came document.',
    ],
    [
      'literal use',
      ours.replaceAll('use="encoded"', 'use="literal"'),
      'processJob: expected use encoded, came literal.',
    ],
    [
      'a missing part',
      ours.replaceAll('<part name="external_source_id" type="xsd:string"/>', ''),
      'deleteJob: the part external_source_id is missing.',
    ],
  ])('with %s is not usable, and says why', (_title, wsdl, problem) => {
    const check = checkWsdl(wsdl);
    expect(check.usable).toBe(false);
    expect(check.problems).toContain(problem);
  });

  test.each([
    ['nothing', '', 'not well formed'],
    ['a page of HTML', '<!DOCTYPE html><html></html>', 'not well formed'],
    ['an envelope', '<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"/>', 'no WSDL 1.1'],
    ['a DTD', ours.replace('?>', '?><!DOCTYPE a>'), 'document type declaration'],
    [
      'a binding for SOAP 1.2 alone',
      ours.replaceAll('http://schemas.xmlsoap.org/wsdl/soap/', 'http://schemas.xmlsoap.org/wsdl/soap12/'),
      'no binding for SOAP 1.1',
    ],
  ])('that is %s cannot be used, and says why', (_title, wsdl, reason) => {
    expect(checkWsdl(wsdl)).toMatchObject({ usable: false, problems: [expect.stringContaining(reason)] });
  });

  test('a WSDL with missing fields is usable without them', () => {
    const check = checkWsdl(
      ours.replace(/<xsd:element name="travel_perc".*\n/, '').replace(/<xsd:element name="mi".*\n/, ''),
    );
    expect(check).toMatchObject({ usable: true, fieldsNotTaken: ['job.travel_perc', 'employer.mi'] });
    expect(check.notes).toContain('This target does not take field travel_perc of job.');
  });

  test('a WSDL with unknown fields is usable and names them', () => {
    const more = ours
      .replace(
        '<xsd:element name="job_id"',
        '<xsd:element name="visa" type="xsd:string"/>\n<xsd:element name="job_id"',
      )
      .replace('</binding>', '<operation name="listJobs"/></binding>')
      .replace('<xsd:element name="zip" type="xsd:string"', '<xsd:element name="zip" type="xsd:int"');
    const check = checkWsdl(more);
    expect(check).toMatchObject({ usable: true, fieldsNotTaken: [] });
    expect(check.notes).toEqual([
      'It offers listJobs, which we do not use.',
      'job has a field visa, which we do not send.',
      'employer.zip: expected string, came int.',
    ]);
  });

  test('whose types stand elsewhere takes all fields, unchecked', () => {
    const elsewhere = ours.replace(
      /<types>[^]*<\/types>/,
      '<types><xsd:schema><xsd:import namespace="a" schemaLocation="b.xsd"/></xsd:schema></types>',
    );
    expect(checkWsdl(elsewhere)).toMatchObject({ usable: true, fieldsNotTaken: [] });
    expect(checkWsdl(elsewhere).notes[0]).toContain('is in another document');
  });
});
