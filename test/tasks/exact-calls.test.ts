import { expect, test } from 'vitest';
import type { FetchInit } from '../../src/core/net/http.ts';
import { exactCalls } from '../../src/db/schema.ts';
import { forgetCalls } from '../../src/publishing/exact-calls.repository.ts';
import { keptCalls } from '../../src/publishing/queries/job-states.queries.ts';
import { messageText } from '../../src/soap/exact-call.ts';
import { applyPlan } from '../../src/tasks/apply-plan.ts';
import { explain, wouldSend } from '../../src/operations/reports/explain.ts';
import { reconcileTarget } from '../../src/tasks/reconcile-target.ts';
import { connectTarget } from '../../src/targets/connect.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad, indeedFeed, jobs } from '../setup/road.ts';
import { wireTo } from '../soap/wire.ts';

const db = await testDatabase();

/** A secret that has to be escaped in XML, so that each of its spellings is another one. */
const secret = `p&<l>"a'nted-9f3c`;
const auths = [
  { kind: 'basic', user: 'q', secretEnv: 'NORTH' },
  { kind: 'bearer', secretEnv: 'NORTH' },
  { kind: 'wsse', user: 'q', secretEnv: 'NORTH' },
  { kind: 'wsse-digest', user: 'q', secretEnv: 'NORTH' },
] as const;

/** A school that repeats the whole request, headers included, in what it answers. */
async function sentTo(auth: (typeof auths)[number]) {
  const road = aRoad(db);
  const wire = wireTo();
  const seen: FetchInit[] = [];
  const connecting = {
    secretNamed: () => secret,
    fetch: async (url: string, init: FetchInit) => {
      seen.push(init);
      const answer = await wire(url, init);
      const bytes = await new Response(answer.body).bytes();
      const [, credentials] = String(init.headers['Authorization']).split(' ');
      const repeated = `${JSON.stringify(init.headers)} ${JSON.stringify(secret)} ${secret} ${credentials} ${init.body}`;
      const comment = `<!-- ${repeated.replaceAll('--', '- -')} -->`;
      const body = new Blob([bytes, comment]).stream();
      return new Response(body, { headers: { 'content-type': 'text/xml; charset=utf-8' } });
    },
  };
  const context = {
    ...road.context,
    secretNamed: connecting.secretNamed,
    connect: (...[target, settings]: Parameters<typeof road.context.connect>) =>
      connectTarget(connecting, target, settings),
  };
  const soap = {
    url: 'https://north.example/soap?v=2',
    namespace: 'urn:JobWebService',
    auth,
    headers: { 'X-Key': 'key-4711' },
  };
  road.serve(auth.kind, indeedFeed(jobs(1)));
  const feed = await road.addFeed(auth.kind);
  await road.read(feed);
  const target = await road.addTarget(auth.kind, { soap });
  return { road: { ...road, context }, seen, target };
}

test.each(auths)('the bytes of a call are kept without its secret: $kind', async (auth) => {
  const { road, seen, target } = await sentTo(auth);
  await reconcileTarget(road.context, target.id);
  expect(await applyPlan(road.context, target.id)).toMatchObject({ kind: 'applied' });
  const explained = await explain({ ...road.context, timeZone: 'UTC' }, auth.kind, 'A-1', auth.kind);
  if (explained.kind !== 'explained') throw new Error(explained.reason);
  const { explanation } = explained;
  const calls = await keptCalls(db, explanation.listing.id, auth.kind);
  expect(calls).toHaveLength(1);
  const [call] = calls;
  if (call?.answer === undefined) throw new Error('no answer is kept');
  const [request, answer] = [messageText(call.request), messageText(call.answer)];
  expect(request).toMatch(/^POST \/soap\?v=2 HTTP\/1\.1\nHost: north\.example\n/);
  expect(request).toContain('SOAPAction: "');
  expect(request).toContain('X-Key: ***');
  expect(answer).toMatch(/^HTTP\/1\.1 200\n/);
  for (const text of [request, answer, JSON.stringify(await db.select().from(exactCalls))])
    for (const planted of [
      secret,
      'nted-9f3c',
      'key-4711',
      Buffer.from(`q:${secret}`).toString('base64'),
      encodeURIComponent(secret),
    ])
      expect(text).not.toContain(planted);
  const sent = seen.map(({ body = '' }) => body).find((body) => body.includes(`>${auth.kind}<`)) ?? '';
  const calling = seen.length;
  const digest = /<wsse:Password[^>]*>([^<]*)</.exec(sent)?.[1];
  if (digest !== undefined) expect(answer + request).not.toContain(digest);

  // Byte for byte what was sent: the body differs only where a secret was.
  const kept = request.slice(request.indexOf('\n\n') + 2);
  const shown = kept.split('***');
  let at = 0;
  for (const part of shown) {
    expect(sent.indexOf(part, at)).toBeGreaterThanOrEqual(at);
    at = sent.indexOf(part, at) + part.length;
  }
  expect(at).toBe(sent.length);
  expect(shown.length).toBe(auth.kind === 'wsse' ? 2 : auth.kind === 'wsse-digest' ? 3 : 1);

  // What would be sent is composed by the same client, and what was kept is forgotten after its time.
  const [would] = await wouldSend(db, explanation);
  expect(bodyOf(messageText(would?.request ?? new Uint8Array()))).toBe(bodyOf(request));
  expect(seen).toHaveLength(calling);
  await forgetCalls(db, call.endedAt);
  expect(await keptCalls(db, explanation.listing.id)).toHaveLength(1);
  await forgetCalls(db, new Date(call.endedAt.getTime() + 1));
  expect(await keptCalls(db, explanation.listing.id)).toEqual([]);
});

function bodyOf(text: string): string {
  return text.slice(text.indexOf('<soap:Body'));
}
