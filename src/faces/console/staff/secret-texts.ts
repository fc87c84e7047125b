import { secretRemedy } from '../../../core/core-writer.ts';
import { sentence } from '../../../core/text.ts';

/** What a feed or target lacks where this page is made, and what to do about it; undefined when it lacks nothing. */
export function missingSecretText(missing: readonly string[]) {
  if (missing.length === 0) return undefined;
  return {
    what: `lacks the ${missing.length === 1 ? 'secret' : 'secrets'} ${missing.join(' and ')}`,
    remedy: `${sentence(missing.map(secretRemedy).join('; '))} Until then, what needs it waits.`,
  };
}
