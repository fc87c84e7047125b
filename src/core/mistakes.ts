import type * as z from 'zod';
import { nearest } from './nearest.ts';

/** What is wrong with a definition, each mistake with its place; a key that is none of `keys` with the one that was probably meant. */
export function mistakesOf(error: z.ZodError, keys: readonly string[]): string[] {
  return error.issues.flatMap((issue) => {
    const place = issue.path.join('.');
    if (issue.code !== 'unrecognized_keys') return [`${place || 'the definition'}: ${issue.message}`];
    return issue.keys.map((key) => unknownKey(place, key, keys));
  });
}

function unknownKey(place: string, key: string, keys: readonly string[]): string {
  if (place !== '') return `${place}.${key}: there is no such key`;
  const meant = nearest(key, keys);
  return `${key}: there is no such key; ${meant === undefined ? `there are ${keys.join(', ')}` : `did you mean ${meant}?`}`;
}
