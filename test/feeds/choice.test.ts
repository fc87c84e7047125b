import { expect, test } from 'vitest';
import { commandLine } from '../../src/core/core-writer.ts';
import { adapterOf } from '../../src/feeds/detect/choice.ts';
import { parseFeedFile } from '../../src/feeds/feed-definition.ts';

const writer = commandLine({ secretNamed: () => undefined });
const mapping = { format: 'xml', items: 'vacature', fields: { title: 'functie' } };

test('a definition names an adapter, brings its own, or leaves it to looking', () => {
  expect(adapterOf({ adapter: 'indeed-xml' })).toMatchObject({ name: 'indeed-xml' });
  expect(adapterOf({ adapter: 'custom', mapping })).toMatchObject({
    name: 'custom',
    cut: { elements: ['vacature'] },
  });
  expect(adapterOf({ adapter: 'auto' })).toBe('auto');
});

test('a mapping is checked with the definition, and what is wrong is said with its place', () => {
  const file = { url: 'https://acme.example/feed', adapter: 'custom' };
  expect(parseFeedFile({ ...file, mapping }, writer)).toMatchObject({ kind: 'feed' });
  expect(parseFeedFile({ ...file, mapping: { ...mapping, fields: { titel: 'functie' } } }, writer)).toEqual({
    kind: 'mistakes',
    mistakes: ['mapping.fields.titel: there is no such key'],
  });
  expect(parseFeedFile(file, writer)).toEqual({
    kind: 'mistakes',
    mistakes: [expect.stringContaining('custom needs one')],
  });
});
