import { expect, test } from 'vitest';
import { type Fetch, fetchLimited } from '../../src/core/net/http.ts';

const limits = {
  timeoutMs: 1_000,
  idleMs: 1_000,
  maxRedirects: 5,
  maxBytes: 1_000,
  maxRatio: 100,
  maxDepth: 1,
};
const keys = {
  'X-Auth-Token': 'a',
  'Ocp-Apim-Subscription-Key': 'b',
  Authorization: 'Bearer c',
  cookie: 'd=e',
};

test.each([
  ['the same host', 'https://jobs.example/moved', { ...keys, accept: 'text/xml' }],
  ['another host', 'https://evil.example/', { accept: 'text/xml' }],
  ['another port', 'https://jobs.example:8443/', { accept: 'text/xml' }],
  ['plain http', 'http://jobs.example/feed', { accept: 'text/xml' }],
])('a redirect to %s is told this and no more', async (_, location, told) => {
  const asked: unknown[] = [];
  const fetch: Fetch = async (url, { headers }) => {
    asked.push({ url, headers });
    const status = asked.length === 1 ? 302 : 200;
    return {
      status,
      headers: { get: (name) => (name === 'location' && status === 302 ? location : null) },
      body: null,
    };
  };
  const request = { url: 'https://jobs.example/feed', headers: { ...keys, accept: 'text/xml' } };
  await fetchLimited({ fetch, allowPrivate: [] }, request, limits);
  expect(asked.at(-1)).toEqual({ url: location, headers: told });
});
