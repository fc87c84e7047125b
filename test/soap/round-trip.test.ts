import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { employerFields, jobFields } from '../../src/soap/fields.ts';
import type { Assoc, Employer, Job } from '../../src/soap/types.ts';
import { assoc, employer, job, nullable, text } from './arbitraries.ts';
import { aClient, aService, wireTo } from './wire.ts';

type Received = { job: Job | null; employer: Employer | null; source: string | null };

/** Our client on our service, and what the service was given. */
function pair(charset = 'utf-8') {
  const received: Received[] = [];
  const client = aClient({
    charset,
    fetch: wireTo({
      unknownFields: 'refuse',
      service: recorder(received),
    }),
  });
  return { client, received };
}

function recorder(received: Received[]) {
  return aService({
    processJob: async (job, employer, source) => {
      received.push({ job, employer, source });
      return { kind: 'answered', value: source };
    },
    getPicklist: async (field) => ({ kind: 'answered', value: [{ ikey: field }] }),
  });
}

describe('over our client and our service', () => {
  for (const charset of ['utf-8', 'iso-8859-1']) {
    test(`every job and employer that the types allow arrives as it was sent, in ${charset}`, async () => {
      const { client, received } = pair(charset);
      await fc.assert(
        fc.asyncProperty(nullable(job), nullable(employer), nullable(text), async (job, employer, source) => {
          const outcome = await client.processJob(job, employer, source);
          expect(outcome).toEqual({ kind: 'answered', value: source });
          expect(received.at(-1)).toStrictEqual({ job, employer, source });
        }),
        { numRuns: 200 },
      );
    });
  }

  const fields = [
    ...Object.keys(jobFields).map((field) => ({ part: 'job' as const, field })),
    ...Object.keys(employerFields).map((field) => ({ part: 'employer' as const, field })),
  ];

  test('the tables have the 53 fields of the description', () => expect(fields).toHaveLength(53));

  test.each(fields)(
    '$part.$field is not sent when absent or undefined, and is nil when null',
    async ({ part, field }) => {
      const received: Received[] = [];
      const wire = wireTo({ service: recorder(received) });
      const client = aClient({ fetch: wire });
      const send = async (record: object) => {
        await client.processJob(part === 'job' ? record : null, part === 'employer' ? record : null, 'acme');
        return { body: wire.last().body, arrived: received.at(-1)?.[part] };
      };
      const [absent, unset, nil] = [
        await send({}),
        await send({ [field]: undefined }),
        await send({ [field]: null }),
      ];
      expect(unset).toStrictEqual(absent);
      expect(absent.body).not.toContain(`<${field}`);
      expect(absent.arrived).toStrictEqual({});
      expect(nil.body).toContain(`<${field} xsi:nil="true"/>`);
      expect(nil.arrived).toStrictEqual({ [field]: null });
    },
  );

  test('every picklist arrives as it was answered', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(assoc, { maxLength: 20 }), async (entries: Assoc[]) => {
        const service = aService({ getPicklist: async () => ({ kind: 'answered', value: entries }) });
        const outcome = await aClient({ fetch: wireTo({ service }) }).getPicklist('job_type');
        expect(outcome).toStrictEqual({ kind: 'answered', value: entries });
      }),
      { numRuns: 100 },
    );
  });

  test('every boolean, string and null is answered as it was returned', async () => {
    await fc.assert(
      fc.asyncProperty(nullable(fc.boolean()), nullable(text), async (deleted, answer) => {
        const service = aService({
          deleteJob: async () => ({ kind: 'answered', value: deleted }),
          processJob: async () => ({ kind: 'answered', value: answer }),
        });
        const client = aClient({ fetch: wireTo({ service }) });
        expect(await client.deleteJob('1', 's')).toStrictEqual({ kind: 'answered', value: deleted });
        expect(await client.processJob({}, {}, 's')).toStrictEqual({ kind: 'answered', value: answer });
      }),
    );
  });
});
