import type { Checked } from '../../web/capabilities.ts';
import type { CheckResult } from '../schools/target.page.ts';

/** A connection check with its verdict: what does it mean for posting? */
export function checkView({ ms, tests }: Checked, at: Date): CheckResult {
  const failed = tests.filter(({ outcome }) => outcome === 'not passed');
  const passed = tests.filter(({ outcome }) => outcome === 'passed');
  const gaps = failed.length === 1 ? 'one gap' : `${failed.length} gaps`;
  if (failed.length === 0)
    return {
      at,
      ms,
      tests,
      verdict: { shape: 'ok', word: 'Works' },
      text: 'Everything that can be tried without posting was answered.',
    };
  return passed.length === 0
    ? {
        at,
        ms,
        tests,
        verdict: { shape: 'fail', word: 'Does not answer' },
        text: 'Nothing can be posted there until this works. Check the address, the namespace and the sign-on.',
      }
    : {
        at,
        ms,
        tests,
        verdict: { shape: 'held', word: `Usable, with ${gaps}` },
        text: 'Jobs are posted without what is missing.',
      };
}
