import type { Checked } from '../../web/capabilities.ts';
import type { State } from '../../web/html/html-status.ts';

/** A connection check with its verdict: what does it mean for posting? */
export function checkView({ ms, tests }: Checked, at: Date) {
  const failed = tests.filter(({ outcome }) => outcome === 'not passed');
  const passed = tests.filter(({ outcome }) => outcome === 'passed');
  const gaps = failed.length === 1 ? 'one gap' : `${failed.length} gaps`;
  const said = (verdict: State, text: string) => ({ at, ms, tests, verdict, text });
  if (failed.length === 0)
    return said({ shape: 'ok', word: 'Works' }, 'Everything that can be tried without posting was answered.');
  if (passed.length > 0)
    return said({ shape: 'held', word: `Usable, with ${gaps}` }, 'Jobs are posted without what is missing.');
  return said(
    { shape: 'fail', word: 'Does not answer' },
    'Nothing can be posted there until this works. Check the address, the namespace and the sign-on.',
  );
}

/** What a connection check found; it only reads. */
export type CheckResult = ReturnType<typeof checkView>;
