import { afterEach, expect, test, vi } from 'vitest';
import { processTerminal } from '../../../src/faces/cli/terminal.ts';

afterEach(() => void vi.restoreAllMocks());

const hostile = 'Nurse\u001b[2J\u001b]0;owned\u0007\r\u009b31m\u202eesruN\u2066';

test('what others wrote moves no cursor and turns no writing round', () => {
  const written: string[] = [];
  const take = (text: string | Uint8Array) => written.push(String(text)) > 0;
  vi.spyOn(process.stdout, 'write').mockImplementation(take);
  vi.spyOn(process.stderr, 'write').mockImplementation(take);
  const terminal = processTerminal();
  terminal.out(`a\tb\n${hostile}`);
  terminal.say(hostile);
  const spelt = String.raw`Nurse\u001b[2J\u001b]0;owned\u0007\u000d\u009b31m\u202eesruN\u2066`;
  expect(written).toEqual([`a\tb\n${spelt}\n`, `${spelt}\n`]);
});

test('data is the same data', () => {
  const written: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  processTerminal().out(JSON.stringify({ title: hostile }));
  expect(JSON.parse(written.join(''))).toEqual({ title: hostile });
});
