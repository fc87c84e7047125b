import type { HiddenMarkup } from '../listings/values/hidden-markup.ts';

/** What screening looks at: a job of the form or of a feed, as its employer wrote it. */
export type Subject = {
  readonly origin: 'form' | 'feed';
  readonly title: string;
  readonly employer: string;
  /** Plain text of the description. */
  readonly text: string;
  /** Mail address, site and phone as given; absent when the source gives none. */
  readonly email?: string;
  readonly website?: string;
  readonly phone?: string;
  readonly applyUrl?: string;
  /** What the description's own markup hid, before it was cleaned. */
  readonly hidden?: readonly HiddenMarkup[];
  readonly contactName?: string;
  /** A place is named in its own field. */
  readonly hasPlace?: boolean;
  readonly hoursPerWeek?: number;
  /** The employer's own address is known and is no home or mailbox. */
  readonly hasBusinessAddress?: boolean;
  /** Street of the employer's address. */
  readonly street?: string;
  /** ISO 3166-1 alpha-2 of the employer's address and of the places of work. */
  readonly countries?: readonly string[];
};

/** What is known beside the job itself. Every part may be missing: a signal that lacks its facts is silent. */
export type Context = {
  readonly proof: Proof;
  /** A feed of many employers: nobody has vouched for the single one. */
  readonly multiEmployer?: boolean;
  /** Registrable domain of the feed's own address: an aggregator takes applications there. */
  readonly feedDomain?: string;
  /** Employers that the school's directory knows, with their domains. */
  readonly knownEmployers?: readonly KnownEmployer[];
  readonly network?: NetworkFacts;
  readonly behavior?: FormBehavior;
  readonly sender?: SenderFingerprints;
  readonly history?: History;
};

/**
 * How well an employer is proven: 0 not at all; 1 the mail was confirmed; 2 the mail's domain is the site's, and the site answers;
 * 3 known to the school, or vouched for by its staff; 4 by document or call-back.
 */
export type Proof = 0 | 1 | 2 | 3 | 4;

export type KnownEmployer = { readonly name: string; readonly domain: string };

/** Found by look-ups, where the operator allows them (`QUADWIRE_NETWORK_CHECKS`). */
export type NetworkFacts = {
  readonly domainAgeDays?: number;
  readonly hasMx?: boolean;
  readonly siteAnswers?: boolean;
  /** A host of the post that stands on the operator's list of dangerous ones (`QUADWIRE_RISK_LIST`). */
  readonly listedHost?: string;
};

export type FormBehavior = {
  readonly honeypotFilled?: boolean;
  readonly secondsToSend?: number;
  readonly focusEvents?: number;
  readonly tokenReused?: boolean;
  /** The proxy says that it was sent from a hosting or Tor network (`screening.hostingHeader`). */
  readonly fromHosting?: boolean;
};

/** Prints of who sent a post of the form, keyed with the installation's secret: the same sender is known again, and nobody else's address is kept. */
export type SenderFingerprints = { readonly network?: string; readonly device?: string };

/** By what a post may be tied to a rejected one. */
export type FingerprintKind = 'mail' | 'phone' | 'wallet' | 'network' | 'device';

/** What other posts say about this one. */
export type History = {
  /** The largest share of rare shingles in common with a rejected post. */
  readonly likenessToRejected?: number;
  /** Which of its prints a rejected post had too. */
  readonly sharedWithRejected?: readonly FingerprintKind[];
  /** Employer names under which its phone number stands. */
  readonly employersOfSamePhone?: number;
  /** Employer names under which this very text stood within 7 days. */
  readonly employersOfSameText?: number;
  readonly postsLastHourOfMail?: number;
  readonly postsTodayOfDomain?: number;
  readonly approvedPosts?: number;
  readonly monthsSinceFirstApproved?: number;
  readonly everFlagged?: boolean;
  /** It comes from a feed of a verified employer, and applying leads to that employer's own system. */
  readonly ownFeedAndApplyHost?: boolean;
};
