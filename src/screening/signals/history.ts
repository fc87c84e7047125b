import type { Evidence, Signal } from '../signal.ts';
import { isKnown } from './contact.ts';

/** What look-ups, the form and earlier posts say (signals 2, 6, 7, 9, 21 to 24, 33, 34), and proof that lowers the sum (36 to 38). */
export const historySignals: readonly Signal[] = [
  signal('new-domain', 6, 30, 'The domain is new.', (_subject, { network }) =>
    youngDomain(network?.domainAgeDays),
  ),
  signal(
    'dead-domain',
    7,
    15,
    'The domain takes no mail, or its site does not answer.',
    (_subject, { network }) => {
      if (network?.hasMx === false) return 'no mail server';
      return network?.siteAnswers === false ? 'the site does not answer' : undefined;
    },
  ),
  {
    ...signal(
      'risk-list',
      9,
      60,
      'An address is on a list of dangerous sites.',
      (_subject, { network }) => network?.listedHost,
    ),
    forces: true,
  },
  {
    ...signal(
      'like-a-rejected-post',
      21,
      50,
      'The text is nearly that of a rejected post.',
      (_subject, { history }) => {
        const likeness = history?.likenessToRejected ?? 0;
        return likeness >= 0.7 ? `${Math.round(likeness * 100)} % in common` : undefined;
      },
    ),
    forces: true,
  },
  signal(
    'contact-of-a-rejected-post',
    22,
    40,
    'A rejected post had the same contact, wallet or sender.',
    (_subject, { history }) => {
      const shared = history?.sharedWithRejected ?? [];
      if (shared.length === 0) return undefined;
      // A campus or a mobile carrier is one network for thousands.
      return { evidence: shared.join(', '), points: shared.every((kind) => kind === 'network') ? 20 : 40 };
    },
  ),
  signal(
    'one-text-many-names',
    23,
    25,
    'The same text stood under several employer names within a week.',
    (_subject, { history }) =>
      (history?.employersOfSameText ?? 0) > 3 ? `${history?.employersOfSameText} names` : undefined,
  ),
  signal(
    'burst',
    24,
    20,
    'Many posts came from one mail or domain at once.',
    (_subject, { history, proof }) => {
      if ((history?.postsLastHourOfMail ?? 0) > 5) return `${history?.postsLastHourOfMail} in an hour`;
      return proof < 2 && (history?.postsTodayOfDomain ?? 0) > 10
        ? `${history?.postsTodayOfDomain} in a day`
        : undefined;
    },
  ),
  signal('not-typed', 33, 60, 'The form was not filled in by hand.', (_subject, { behavior }) => {
    if (behavior?.honeypotFilled === true) return 'a field that nobody sees was filled in';
    if (behavior?.tokenReused === true) return 'its token was used before';
    if ((behavior?.secondsToSend ?? 4) < 4) return `${behavior?.secondsToSend} seconds`;
    return behavior?.focusEvents === 0 ? 'no field was entered' : undefined;
  }),
  signal('from-a-server', 34, 5, 'It was sent from a hosting or Tor network.', (_subject, { behavior }) =>
    behavior?.fromHosting === true ? 'as the proxy says' : undefined,
  ),
  signal('proven-employer', 36, -40, 'The school knows the employer.', (subject, context) => {
    if (context.proof === 4) return { evidence: 'document or call-back', points: -60 };
    return context.proof === 3 || isKnown(subject, context) ? 'directory or staff' : undefined;
  }),
  signal(
    'good-record',
    37,
    -20,
    'Its posts were approved for a year without a flag.',
    (_subject, { history }) =>
      (history?.approvedPosts ?? 0) >= 5 &&
      (history?.monthsSinceFirstApproved ?? 0) >= 12 &&
      history?.everFlagged !== true
        ? `${history?.approvedPosts} posts`
        : undefined,
  ),
  signal(
    'own-feed',
    38,
    -30,
    "It comes from a verified employer's feed and leads to its own system.",
    (_subject, { history }) => (history?.ownFeedAndApplyHost === true ? 'feed and apply address' : undefined),
  ),
];

function signal(
  id: string,
  rule: number,
  points: number,
  sentence: string,
  find: (...facts: Parameters<Signal['find']>) => Evidence | undefined,
): Signal {
  return { id, rule, points, sentence, find };
}

/** A domain counts as new for so many days. */
export const YOUNG_DAYS = 90;

function youngDomain(days: number | undefined): Evidence | undefined {
  if (days === undefined || days >= YOUNG_DAYS) return undefined;
  return { evidence: `${days} days old`, points: days < 7 ? 30 : days < 30 ? 20 : 10 };
}
