import { describe, expect, test } from 'vitest';
import type { JobWebService } from '../../src/soap/types.ts';
import { anAnswer } from './answers.ts';
import { clientAnsweredWith } from './wire.ts';

const troubled = (why: string) => ({ kind: 'troubled', why });
type Operation = (client: JobWebService) => Promise<unknown>;
const picklist: Operation = (client) => client.getPicklist('job_type');
const deletion: Operation = (client) => client.deleteJob('1', 's');
const entry = '<item><ikey>ft</ikey><ivalue>Full</ivalue></item>';
const inside = '<ikey>ft</ikey><ivalue>Full</ivalue>';
/** A list as the Map of PHP, NuSOAP and Axis. */
const aMap = (items: string) =>
  `<return xmlns:m="http://xml.apache.org/xml-soap" xsi:type="m:Map">${items}</return>`;
const entries = { kind: 'answered', value: [{ ikey: 'ft', ivalue: 'Full' }] };

describe('an answer to the other operations', () => {
  test.each<readonly [string, Operation, string, object]>([
    ['an untyped picklist', picklist, `<return>${entry}</return>`, entries],
    [
      'a picklist of items named after their type',
      picklist,
      `<return>${entry.replaceAll('item', 'assoc')}</return>`,
      entries,
    ],
    [
      'a picklist written literally',
      picklist,
      entry.replaceAll('item', 'return').repeat(2),
      { value: [{ ikey: 'ft' }, { ikey: 'ft' }] },
    ],
    ['a picklist of one written literally', picklist, entry.replaceAll('item', 'return'), entries],
    ['a nil for a picklist', picklist, '<return xsi:nil="1"/>', { kind: 'answered', value: [] }],
    [
      'an empty picklist',
      picklist,
      '<return SOAP-ENC:arrayType="xsd:anyType[0]"/>',
      { kind: 'answered', value: [] },
    ],
    ['a nil among entries', picklist, `<return><item xsi:nil="true"/>${entry}</return>`, entries],
    [
      'an entry with a nil',
      picklist,
      '<return><item><ikey xsi:nil="true"/></item></return>',
      { value: [{ ikey: null }] },
    ],
    [
      'an entry with more than we know',
      picklist,
      `<return><item><ikey>ft</ikey><ivalue>Full</ivalue><x/></item></return>`,
      entries,
    ],
    [
      'maps of PHP',
      picklist,
      '<return><item xmlns:m="http://xml.apache.org/xml-soap" xsi:type="m:Map"><item><key>ikey</key><value>ft</value></item><item><key>ivalue</key><value>Full</value></item></item></return>',
      entries,
    ],
    [
      'a Map of keys and values',
      picklist,
      aMap('<item><key>ft</key><value>Full</value></item><item><key>pt</key><value xsi:nil="1"/></item>'),
      {
        kind: 'answered',
        value: [
          { ikey: 'ft', ivalue: 'Full' },
          { ikey: 'pt', ivalue: null },
        ],
      },
    ],
    [
      'a Map whose values are entries',
      picklist,
      aMap(`<item><key xsi:type="xsd:int">7</key><value>${inside}</value></item>`),
      entries,
    ],
    [
      'a Map whose values are Maps',
      picklist,
      aMap(
        '<item><key>7</key><value xsi:type="m:Map"><item><key>ikey</key><value>ft</value></item><item><key>ivalue</key><value>Full</value></item></value></item>',
      ),
      entries,
    ],
    [
      'keys and values without the type of a Map',
      picklist,
      '<return><item><key>ft</key><value>Full</value></item></return>',
      entries,
    ],
    ['an empty Map', picklist, aMap(''), { kind: 'answered', value: [] }],
    [
      'a Map of Maps of nothing we know',
      picklist,
      aMap('<item><key>a</key><value><b>1</b></value></item>'),
      troubled('unexpected'),
    ],
    ['a Map without keys', picklist, aMap('<item><value>Full</value></item>'), troubled('unexpected')],
    [
      'entries of other names',
      picklist,
      '<return><item><id>ft</id><label>Full</label></item></return>',
      troubled('unexpected'),
    ],
    [
      'one entry of other names among ours',
      picklist,
      `<return>${entry}<item><id>pt</id></item></return>`,
      troubled('unexpected'),
    ],
    [
      'an array that claims two billion entries',
      picklist,
      `<return SOAP-ENC:arrayType="xsd:anyType[2000000000]">${entry}</return>`,
      entries,
    ],
    ['a text for a picklist', picklist, '<return>error</return>', troubled('unexpected')],
    [
      'an array of two dimensions',
      picklist,
      `<return SOAP-ENC:arrayType="xsd:anyType[1,1]">${entry}</return>`,
      troubled('unexpected'),
    ],
    ['texts for entries', picklist, '<return><item>ft</item></return>', troubled('unexpected')],
    [
      '__proto__ for a field',
      picklist,
      '<return><item><__proto__><polluted>1</polluted></__proto__><ikey>ft</ikey><ivalue>Full</ivalue></item></return>',
      entries,
    ],
    ['1 for a boolean', deletion, '<return xsi:type="xsd:int">1</return>', { kind: 'answered', value: true }],
    ['blanks around a boolean', deletion, '<return> false\n</return>', { kind: 'answered', value: false }],
    ['a nil for a boolean', deletion, '<return xsi:nil="true"/>', { kind: 'answered', value: null }],
    ['True for a boolean', deletion, '<return>True</return>', troubled('unexpected')],
    ['nothing for a boolean', deletion, '<return/>', troubled('unexpected')],
    [
      'a text for a boolean',
      deletion,
      '<return xsi:type="xsd:string">deleted</return>',
      troubled('unexpected'),
    ],
  ])('%s', async (_title, operation, returned, outcome) => {
    expect(await operation(clientAnsweredWith({ body: anAnswer(returned) }))).toMatchObject(outcome);
    expect(Object.prototype).not.toHaveProperty('polluted');
  });
});
