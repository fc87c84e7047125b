import type { Journal } from '../platform/audit/journal.ts';
import type { Clock } from '../core/clock.ts';
import type { Fetch } from '../core/net/http.ts';
import type { Log } from '../core/log.ts';
import type { Db } from '../db/db.ts';
import type { FetchOutcome, Validators } from '../feeds/fetch.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import type { Outcomes } from '../publishing/claims.repository.ts';
import type { LookUps } from '../screening/network/look-ups.ts';
import type { RiskList } from '../screening/network/risk-list.ts';
import type { JobWebService } from '../soap/types.ts';
import type { Settings } from '../platform/settings/settings.ts';
import type { FormSite } from '../submissions/links.ts';
import type { Target } from '../targets/targets.queries.ts';
import type { WsdlReading } from '../targets/target-wsdl.ts';

/** What tasks are given: the machine they run on, behind interfaces, wired in one place. */
export type TaskContext = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly journal: Journal;
  /** Writes the outcomes of calls, those of all targets together; absent: those of each target. */
  readonly outcomes?: Outcomes;
  /** Names this process in leases: unique among all that share the database. */
  readonly worker: string;
  readonly fetch: Fetch;
  readonly userAgent: string;
  readonly allowPrivate: readonly string[];
  /** Opens a feed that is a file; absent where there are no files. */
  readonly openFile?: (address: string, validators: Validators) => Promise<FetchOutcome>;
  readonly secretNamed: (name: string) => string | undefined;
  readonly connect: (target: Target, settings: Settings) => JobWebService;
  /** Reads the WSDL that a target's definition names. */
  readonly readWsdlOf: (target: Target) => Promise<WsdlReading | undefined>;
  /** Why nothing may be posted from here: the database is a copy that nobody has claimed. Absent: nothing asks. */
  readonly objection?: () => Promise<string | undefined>;
  /** Who is notified when something is wrong. */
  readonly alerting?: Alerting;
  /** What one task may take here; absent: nothing but the settings limits it (Node). */
  readonly reach?: Reach;
  /** A graceful end was asked for: begin nothing new. */
  readonly stopping: () => boolean;
  /** Absent where no mail system is configured: mails stay in the outbox. */
  readonly mailer?: Mailer;
  /** Address of the hosted form; absent without a form. */
  readonly formSite?: FormSite;
  /** Look-ups of screening; absent where they are not allowed. */
  readonly lookUps?: LookUps;
  /** Hosts that the operator's list calls dangerous; absent where there is no list. */
  readonly riskList?: RiskList;
};

/** The limits of a runtime that cuts off what takes more. */
export type Reach = {
  /** Of a feed, unpacked; larger ones are left to workers on Node. */
  readonly feedBytes: number;
  /** Of reading a feed; what takes longer is left to workers on Node too. */
  readonly readingMs: number;
  /** Calls to a target in one task, and at a time. */
  readonly calls: number;
  readonly callsAtOnce: number;
};

export type Alerting = {
  readonly email?: string;
  readonly webhook?: { readonly url: string; readonly secret: string };
  readonly timeZone?: string;
};
