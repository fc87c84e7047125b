import * as fc from 'fast-check';
import { stringify } from 'yaml';
import { expect, test } from 'vitest';
import { commandLine } from '../../src/core/core-writer.ts';
import { readYaml } from '../../src/core/yaml.ts';
import { parseFeedFile } from '../../src/feeds/feed-definition.ts';
import { readTargets } from '../../src/targets/targets-file.ts';
import { bounded, runs, timeout } from './bounds.ts';
import { anyJson, mutated } from './mutations.ts';

const feed = `name: acme
url: https://acme.test/jobs.xml
adapter: custom
every: 6h
targets: [northfield, calloway]
right: { attribution: Acme }
routing:
  - field: words
    op: has
    values: ["a", 'b']
    then: skip
mapping:
  item: /jobs/job
  fields: { title: title, description: text }
headers: &h { accept: text/xml }
secretHeaders: *h
settings: { delist.missRuns: 2 }
`;
const targets = `profiles:
  vendor: &v
    soap: { namespace: urn:JobWebService }
    requiredFields: [job_type]
targets:
  northfield:
    profile: vendor
    soap: { url: https://northfield.test/soap }
  calloway:
    <<: *v
    rest: { url: "https://calloway.test/api/public", tokenEnv: QUADWIRE_SECRET_CALLOWAY }
`;

const writer = commandLine({ secretNamed: () => undefined });
const definition = fc.oneof(
  mutated(feed, targets),
  anyJson.map((value) => stringify(value)),
  anyJson.map((value) => JSON.stringify(value)),
);

test(
  'the definition of a feed is one, or its mistakes are named',
  () =>
    fc.assert(
      fc.asyncProperty(definition, async (text) => {
        const outcome = await bounded(() => {
          const yaml = readYaml(text);
          return yaml.kind === 'value' ? parseFeedFile(yaml.value, writer) : yaml;
        });
        expect(['feed', 'mistakes', 'mistake']).toContain(outcome.kind);
      }),
      runs,
    ),
  timeout,
);

test(
  'a file of targets is one, or its mistakes are named',
  () =>
    fc.assert(
      fc.asyncProperty(definition, async (text) => {
        const outcome = await bounded(() => readTargets(text, writer));
        if (outcome.kind !== 'targets') expect(outcome.mistakes.length).toBeGreaterThan(0);
        else expect(outcome.targets.length).toBeGreaterThan(0);
      }),
      runs,
    ),
  timeout,
);

test.each([
  [
    'references that multiply',
    `a: &a [x, x]\nb: &b [${'*a,'.repeat(9)}]\nc: &c [${'*b,'.repeat(9)}]\nd: [${'*c,'.repeat(9)}]`,
    'alias',
  ],
  ['a reference to nothing', 'a: *nobody', 'alias'],
  ['lists in lists, in brackets', '['.repeat(100_000), 'at most 50 levels'],
  ['mappings in mappings, in braces', '{a: '.repeat(100_000), 'at most 50 levels'],
  ['lists in lists, by dashes', '- '.repeat(100_000), 'at most 50 levels'],
  [
    'mappings in mappings, by lines',
    Array.from({ length: 1_500 }, (_, deep) => `${' '.repeat(deep)}a:`).join('\n'),
    'at most 50 levels',
  ],
  ['a document of megabytes', 'a'.repeat(3_000_000), 'at most 2000000 characters'],
  ['two documents', 'a: 1\n---\nb: 2', 'multiple documents'],
  ['a key twice', 'a: 1\na: 2', 'unique'],
])('%s: a mistake in one line, at once', async (_, text, words) => {
  const read = await bounded(() => readYaml(text));
  expect(read.kind === 'mistake' ? read.mistake : read).toContain(words);
});

test('a profile is found by its own name only', () => {
  expect(readTargets('targets: { a: { profile: constructor } }', writer)).toEqual({
    kind: 'mistakes',
    mistakes: ['a: there is no profile constructor'],
  });
});

test('a merge of what is no mapping is a mistake of the text', () => {
  expect(readYaml('%YAML 1.1\n---\nnorthfield:\n  <<: 5\n')).toEqual({
    kind: 'mistake',
    mistake: 'Merge sources must be maps or map aliases',
  });
});
