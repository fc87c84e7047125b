import { secretRemedy } from '../core/core-writer.ts';
import type { ConnectionCheck } from '../db/schema/targets.schema.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { picklistFields } from '../soap/fields.ts';
import type { Assoc, CallOutcome, JobWebService } from '../soap/types.ts';
import { releaseCanary } from './canary.ts';
import { type RestCheckRequest, checkRest } from './check-rest.ts';
import type { RestConnecting } from './connect-rest.ts';
import { missingSecrets } from './target-secrets.ts';
import { noteFound } from './found.repository.ts';
import type { Target } from './targets.queries.ts';
import { learnWsdl, type WsdlReading } from './target-wsdl.ts';

export type TargetCheck = {
  /** It answers, and its own WSDL, where there is one, can be used. */
  readonly works: boolean;
  readonly answers: boolean;
  /** What its own WSDL came to; no lines where its definition names none. */
  readonly wsdl: { readonly usable: boolean; readonly lines: readonly string[] };
  /** Secrets that its definition names and that are not set here. */
  readonly missing: readonly string[];
  /** The operations that were tried, in order. */
  readonly asked: readonly RestCheckRequest[];
  /** The checks of its REST service, in order; empty without such a service. */
  readonly rest: readonly RestCheckRequest[];
  /** Its directory can be read; absent where it has no REST service. */
  readonly restWorks?: boolean;
  /** What was asked and how it ended, a sentence each. */
  readonly lines: readonly string[];
  /** Number of entries of each picklist; -1 where it could not be read. */
  readonly picklists: Readonly<Record<string, number>>;
  /** The same, part by part, as the pages show it. */
  readonly tests: ConnectionCheck['tests'];
  readonly ms: number;
  /** The picklists that could be read. */
  readonly lists: readonly { readonly field: string; readonly entries: readonly Assoc[] }[];
};

export type Checking = RestConnecting & {
  readonly connect: (target: Target, settings: Settings) => JobWebService;
  readonly readWsdlOf: (target: Target) => Promise<WsdlReading | undefined>;
};

/**
 * Reads a target's own WSDL, keeps it for the calls to come, and asks the target by it. Posts nothing. What was found is kept with the
 * target; one that is not stored yet has no number.
 */
export async function checkTarget(
  checking: Checking,
  target: Target,
  settings: Settings,
): Promise<TargetCheck> {
  const began = checking.clock.now().getTime();
  const { target: learned, ...wsdl } = await learnWsdl(checking, target);
  const check = await askTarget(checking.connect(learned, settings), learned);
  const rest = await checkRest(checking, learned);
  const missing = missingSecrets(target, checking.secretNamed);
  const lacking = missing.map((name) => `It lacks the secret ${name}: ${secretRemedy(name)}.`);
  const at = checking.clock.now();
  const ms = at.getTime() - began;
  const tests = testsOf({ asked: check.asked, wsdl, missing, rest });
  const works = check.answers && wsdl.usable;
  if (target.id > 0)
    await noteFound(checking.db, target, {
      lastCheck: { at: at.toISOString(), ms, tests },
      // Somebody mended the connection: the next publishing need not wait to try it.
      ...(works && learned.openUntil !== null && { openUntil: at }),
    });
  return {
    ...check,
    tests,
    ms,
    works,
    wsdl,
    missing,
    rest,
    ...(rest.length > 0 && {
      restWorks: rest.some(({ what, answered }) => what === 'REST employers' && answered),
    }),
    lines: [...wsdl.lines, ...check.asked.map(lineOf), ...rest.map(lineOf), ...lacking],
  };
}

function testsOf({
  asked,
  wsdl,
  missing,
  rest,
}: Pick<TargetCheck, 'asked' | 'wsdl' | 'missing' | 'rest'>): ConnectionCheck['tests'] {
  const [first, ...others] = asked.map(testOf);
  return [
    ...(first === undefined ? [] : [first]),
    ...(wsdl.lines.length === 0
      ? []
      : [{ what: 'WSDL', outcome: outcomeOf(wsdl.usable), numbers: wsdl.lines.join(' ') }]),
    ...missing.map((name) => ({
      what: `The secret ${name}`,
      outcome: outcomeOf(false),
      numbers: `not set: ${secretRemedy(name)}`,
    })),
    ...others,
    ...rest.map(testOf),
    { what: 'processJob', outcome: 'not tested', numbers: 'not tried: it would post' },
  ];
}

const outcomeOf = (passed: boolean) => (passed ? ('passed' as const) : ('not passed' as const));

function testOf({ what, answered, said }: RestCheckRequest): ConnectionCheck['tests'][number] {
  return { what, outcome: outcomeOf(answered), numbers: said };
}

/** Lets the canary out at a target, after a person's consent, and records what it proved. */
export async function proveRepeats(
  { db, connect, clock }: Pick<Checking, 'db' | 'connect'> & { readonly clock: { readonly now: () => Date } },
  target: Target,
  settings: Settings,
): Promise<{ readonly verdict: Target['repeatsSafe']; readonly lines: readonly string[] }> {
  const { verdict, lines, answers } = await releaseCanary(connect(target, settings), target, clock.now());
  if (verdict === 'unclear') return { verdict: target.repeatsSafe, lines };
  const usualAnswers = [...new Set([...target.usualAnswers, ...(answers ?? [])])];
  await noteFound(db, target, { repeatsSafe: verdict, usualAnswers });
  return { verdict, lines };
}

/** Asks a target whether it is up, and for its picklists. Posts nothing. */
async function askTarget(service: JobWebService, { definition }: Pick<Target, 'definition'>) {
  const test = await service.testService();
  const asked = [told('testService', test, (value) => `“${value ?? ''}”`)];
  if (test.kind !== 'answered') return { answers: false, asked, picklists: {}, lists: [] };
  const lists: { field: string; entries: readonly Assoc[] }[] = [];
  const picklists: Record<string, number> = {};
  for (const field of [...picklistFields, ...(definition.picklistFields ?? [])]) {
    const outcome = await service.getPicklist(field);
    if (outcome.kind === 'answered') lists.push({ field, entries: outcome.value });
    picklists[field] = outcome.kind === 'answered' ? outcome.value.length : -1;
    asked.push(told(`getPicklist ${field}`, outcome, ({ length }) => `${length} entries`));
  }
  return { answers: true, asked, picklists, lists };
}

function told<T>(what: string, outcome: CallOutcome<T>, words: (value: T) => string): RestCheckRequest {
  return outcome.kind === 'answered'
    ? { what, answered: true, said: words(outcome.value) }
    : { what, answered: false, said: `${outcome.kind}, ${outcome.reason}` };
}

function lineOf({ what, answered, said }: RestCheckRequest): string {
  return what === 'testService' && answered ? `testService answers ${said}.` : `${what}: ${said}.`;
}
