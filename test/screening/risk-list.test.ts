import { describe, expect, test } from 'vitest';
import { HOUR } from '../../src/core/clock.ts';
import { keptRiskList, riskFacts, riskHosts } from '../../src/screening/network/risk-list.ts';
import { screen } from '../../src/screening/screen.ts';
import { aSubject } from './subject-maker.ts';
import { manualClock } from '../setup/clock.ts';

const listed = riskHosts(
  `# dangerous\r\n0.0.0.0 evil.example\nhttps://bad.example/path?x=1 # seen in May\n\n203.0.113.9\nWWW.Shady.Example\n`,
);

test('hosts, addresses, lines of a hosts file and remarks are understood', () => {
  expect([...listed]).toEqual(['evil.example', 'bad.example', '203.0.113.9', 'shady.example']);
});

describe('a host of a post is found', () => {
  test.each([
    ['in its mail', { email: 'hr@mail.evil.example' }, 'mail.evil.example'],
    ['as its site', { website: 'https://www.shady.example/jobs' }, 'shady.example'],
    ['where people apply', { applyUrl: 'http://203.0.113.9/apply' }, '203.0.113.9'],
    ['in its text', { text: 'See (https://bad.example/a).' }, 'bad.example'],
    ['not where only the ending is the same', { website: 'https://notevil.example' }, undefined],
  ])('%s', (_, over, host) => {
    expect(riskFacts(aSubject(over), listed).listedHost).toBe(host);
  });
});

test('a listed host always needs a person, also in a feed of an employer that is vouched for', () => {
  const subject = aSubject({ origin: 'feed', applyUrl: 'https://jobs.evil.example/1' });
  const found = screen(subject, { proof: 3, network: riskFacts(subject, listed) });
  expect(found).toMatchObject({ forced: true });
  expect(found.band).not.toBe('clear');
  expect(found.signals[0]).toMatchObject({ id: 'risk-list', rule: 9, evidence: 'jobs.evil.example' });
});

test('the list is read again after an hour, and stands when it cannot be', async () => {
  const clock = manualClock('2026-03-10T12:00:00Z');
  const texts = ['one.example', undefined, 'two.example'];
  let [reads, unread] = [0, 0];
  const list = keptRiskList({
    clock,
    read: () => Promise.resolve(texts[reads++]),
    onUnread: () => void (unread += 1),
  });
  expect([...(await list())]).toEqual(['one.example']);
  expect([...(await list())]).toEqual(['one.example']);
  clock.advance(HOUR);
  expect([...(await list())]).toEqual(['one.example']);
  expect(unread).toBe(1);
  clock.advance(HOUR);
  expect([...(await list())]).toEqual(['two.example']);
  expect(reads).toBe(3);
});
