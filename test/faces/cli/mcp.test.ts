import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { expect, test } from 'vitest';
import { serveTools } from '../../../src/faces/cli/commands/mcp.ts';
import { silentLog } from '../../../src/core/log.ts';
import { audit } from '../../../src/db/schema.ts';
import { operations } from '../../../src/operations/registry/operation-registry.ts';
import { testDatabase } from '../../setup/database.ts';
import { aCampus } from '../web/support/data.ts';
import { manualClock } from '../../setup/clock.ts';

const db = await testDatabase();

/** An assistant that is connected to the tools, and the end of both. */
async function anAssistant(...allowed: ('write' | 'approve')[]) {
  const [mine, theirs] = InMemoryTransport.createLinkedPair();
  const clock = manualClock('2026-11-20T12:00:00Z');
  const log = silentLog;
  const services = { db, clock, log, queue: () => undefined, site: { secret: 'test', timeZone: 'UTC' } };
  const served = serveTools(services, allowed, theirs);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(mine);
  const end = async () => {
    await client.close();
    await served;
  };
  return { client, end };
}

test('an assistant without leave is offered every query but those of people and settings, and nothing that changes', async () => {
  const { client, end } = await anAssistant();
  const { tools } = await client.listTools();
  const queries = operations
    .filter(({ kind, permission, secret }) => kind === 'query' && permission === 'read' && !secret)
    .map(({ name }) => name)
    .filter((name) => !/^(setting|user|session|token)\./.test(name))
    .map((name) => name.replaceAll(/[.-]/g, '_'));
  expect(queries.length).toBeGreaterThan(5);
  expect(tools.map(({ name }) => name).toSorted()).toEqual(queries.toSorted());
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
  await end();
});

test('an assistant reads a feed in the form that the tool promises', async () => {
  await aCampus(db);
  const { client, end } = await anAssistant();
  await client.listTools();
  const answer = await client.callTool({ name: 'feed_show', arguments: { name: 'acme' } });
  expect(answer.structuredContent).toMatchObject({ name: 'acme', state: 'active' });
  const unknown = await client.callTool({ name: 'feed_show', arguments: { name: 'nobody' } });
  expect(unknown).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('no feed nobody') }],
  });
  const paused = await client.callTool({ name: 'feed_pause', arguments: { name: 'acme' } });
  expect(paused).toMatchObject({
    isError: true,
    content: [{ text: 'There is no tool feed_pause, or it is not allowed here.' }],
  });
  await end();
});

test('an assistant that may write changes a feed, and the audit names it', async () => {
  await aCampus(db);
  const { client, end } = await anAssistant('write', 'approve');
  const { tools } = await client.listTools();
  expect(tools.find(({ name }) => name === 'feed_remove')?.annotations).toMatchObject({
    readOnlyHint: false,
    destructiveHint: true,
  });
  expect(tools.filter(({ name }) => /^(setting|user|session|token)_/.test(name))).toEqual([]);
  const answer = await client.callTool({ name: 'feed_pause', arguments: { name: 'acme' } });
  expect(answer.structuredContent).toMatchObject({ name: 'acme', state: 'paused' });
  const wrong = await client.callTool({ name: 'feed_pause', arguments: {} });
  expect(wrong).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('name') }] });
  const misspelt = await client.callTool({ name: 'feed_resume', arguments: { name: 'acme', onyl: ['A-1'] } });
  expect(misspelt).toMatchObject({
    isError: true,
    content: [{ text: 'onyl is not known here. feed_resume takes name.' }],
  });
  const local = { name: 'northfield', canary: true };
  expect(await client.callTool({ name: 'target_check', arguments: local })).toMatchObject({ isError: true });
  const broken = await client.callTool({ name: 'feed_resume', arguments: { name: 'a\0' } });
  expect(broken).toMatchObject({ isError: true, content: [{ text: expect.not.stringContaining('select') }] });
  expect(await db.select().from(audit)).toMatchObject([
    { who: 'mcp', action: 'feed.pause', subject: 'feed:acme' },
  ]);
  await end();
});
